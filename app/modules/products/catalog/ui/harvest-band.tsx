import { ChevronRight } from 'lucide-react'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { CartonPanel } from '#ui/market.tsx'
import { FarmPicture, ProductPicture } from '#ui/picture.tsx'
import type { TodaysHarvest } from '../todays-harvest.server.ts'
import '#styles/kit/harvest.css'

/** Above the list on a PC: what was harvested this morning, in front of a field. Empty if there was no harvest. */
export function HarvestBand({ harvest, to }: { harvest: TodaysHarvest; to: string }) {
  if (harvest.goods.length === 0) return null
  return (
    <section aria-labelledby="harvest" className="harvest-band max-lg:hidden print:hidden">
      <FarmPicture name="farm-01" alt="" sizes="(min-width: 1200px) 63rem, 100vw" className="absolute inset-0 h-full" />
      <CartonPanel className="w-[24rem] max-w-full shadow-2">
        <span className="hand-hole" aria-hidden="true" />
        <div className="grid gap-4 p-5">
          <div className="grid gap-1">
            <h2 id="harvest" className="pe-20">
              <Head as="span" className="text-h1 text-pine">
                今朝の畑から
              </Head>
            </h2>
            <p>
              本日収穫の食材<span className="num px-0.5 text-h4 text-ink">{harvest.count}</span>点
              {harvest.capped && '以上'}を販売中です。
            </p>
          </div>
          <ButtonLink to={to} className="justify-self-start">
            本日収穫の商品を見る
            <ChevronRight aria-hidden="true" />
          </ButtonLink>
        </div>
      </CartonPanel>
      <ul className="relative ms-auto flex min-w-0 flex-wrap justify-end gap-2.5">
        {harvest.goods.map(({ id, name, picture, farm }) => (
          <li
            key={id}
            className="relative flex w-44 items-center rounded-t-carton rounded-b-control bg-surface shadow-2"
          >
            <span className="w-14 shrink-0 overflow-hidden rounded-tl-carton rounded-bl-control">
              <ProductPicture name={picture} alt="" sizes="3.5rem" className="aspect-square!" />
            </span>
            <span className="grid min-w-0 px-2.5 leading-tight">
              <Link
                to={`/restaurant/products/${id}`}
                className="line-clamp-2 text-sub font-bold after:absolute after:inset-0 hover:underline"
              >
                {name}
              </Link>
              <span className="truncate text-caption text-ink-2">{farm}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
