import { formatShortDay } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { HarvestedGoods } from '#modules/products/catalog/market-facts.server.ts'
import { Link } from '#ui/link.tsx'
import { CartonLines, Crest, OriginSeal } from '#ui/market.tsx'
import { ProductPicture } from '#ui/picture.tsx'

type Goods = HarvestedGoods & { prefecture: string }

/** Today's harvest as cards without prices, each a link to its products. */
export function Harvest({ goods, today }: { goods: readonly Goods[]; today: JstDate }) {
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 xl:grid-cols-6">
      {goods.map((item) => (
        <li key={item.id} className="card relative grid grid-rows-[auto_auto_1fr] hover:shadow-2">
          <ProductPicture name={item.picture} alt="" sizes="(min-width: 80rem) 200px, (min-width: 48rem) 33vw, 50vw" />
          <div className="relative">
            <CartonLines category={item.category} />
            <OriginSeal
              prefecture={item.prefecture}
              place={item.place}
              category={item.category}
              className="absolute bottom-0 left-2"
            />
          </div>
          <div className="grid content-start gap-1 p-3">
            <h3 className="font-bold">
              <Link to={`/restaurant/products/${item.id}`} className="after:absolute after:inset-0">
                {item.name}
              </Link>
            </h3>
            <p className="flex items-center gap-1 text-sub">
              <Crest kanji={item.crest} category={item.category} />
              <span className="min-w-0">
                {item.farm}
                <span className="visually-hidden">
                  （{item.prefecture}・{item.place}）
                </span>
              </span>
            </p>
            <p className="text-caption text-ink-2">
              {item.harvestedOn === today ? '本日収穫' : `${formatShortDay(item.harvestedOn)}収穫`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
