import { Link } from '#ui/link.tsx'
import { CartonPanel, Crest } from '#ui/market.tsx'
import { FarmPicture, ProductPicture } from '#ui/picture.tsx'
import type { ListedFarm } from '../farm-list.server.ts'
import type { FavouriteFarm } from '../favourites.server.ts'
import { HeartButton } from './heart-button.tsx'
import { prefectureShort } from './product-card.tsx'
import { Stars } from './stars.tsx'

type Farm = FavouriteFarm & { said?: string; some?: ListedFarm['some']; stars?: ListedFarm['stars'] }

/** Cards of farms: scene, crest, name and location, number of products. */
export const FarmCards = ({ farms, kept }: { farms: readonly Farm[]; kept: ReadonlySet<string> | null }) => (
  <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 lg:gap-4 xl:grid-cols-3">
    {farms.map((farm) => (
      <li key={farm.id} className="min-w-0">
        <FarmCard farm={farm} kept={kept?.has(farm.id) ?? null} />
      </li>
    ))}
  </ul>
)

const FarmCard = ({ farm, kept }: { farm: Farm; kept: boolean | null }) => (
  <CartonPanel className="h-full" aria-labelledby={`farm-${farm.id}`}>
    <FarmPicture name={farm.picture} alt="" sizes="(min-width: 1280px) 20rem, (min-width: 768px) 50vw, 100vw" />
    <HeartButton of="farm" id={farm.id} name={farm.name} kept={kept} className="absolute top-4 right-2" />
    <div className="flex items-center gap-2 p-3">
      <Crest kanji={farm.crest} className="text-[1.125rem]!" />
      <div className="grid min-w-0">
        <h3 id={`farm-${farm.id}`} className="font-bold text-ink">
          <Link to={`/restaurant/farmers/${farm.id}`} className="block py-1 hover:underline">
            {farm.name}
          </Link>
        </h3>
        <p className="text-sub">
          {prefectureShort(farm.prefectureCode)} {farm.place}・{farm.goods}点{farm.stars && <Stars sum={farm.stars} />}
        </p>
        {farm.said && <p className="text-sub">{farm.said}</p>}
      </div>
    </div>
    {farm.some && farm.some.length > 0 && (
      <ul className="grid grid-cols-3 gap-2 px-3 pb-3" aria-label={`${farm.name}の商品`}>
        {farm.some.map(({ id, name, picture }) => (
          <li key={id} className="min-w-0">
            <Link to={`/restaurant/products/${id}`} className="grid gap-1 hover:underline">
              <ProductPicture name={picture} alt="" sizes="(min-width: 768px) 8rem, 32vw" className="rounded-control" />
              <span className="line-clamp-2 text-sub leading-snug">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    )}
  </CartonPanel>
)
