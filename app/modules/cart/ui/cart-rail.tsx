import { Moon, ShoppingBasket } from 'lucide-react'
import { formatDeadline, formatRemaining, formatYen } from '#kernel/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Kept } from '#ui/kept.tsx'
import { Link } from '#ui/link.tsx'
import { CartonLines, Crest, Perforation } from '#ui/market.tsx'
import { isEstimate, type ShownCart, type ShownFarm } from '../shown-cart.ts'
import { FreeFreight } from './free-freight.tsx'

/** The cart beside a list, from 1200 px: the same on all pages, as long as the cart is. */
export function CartRail({ cart, now }: { cart: ShownCart; now: Date }) {
  const cutoffs = cart.farms.flatMap(({ day }) => (day ? [day.cutoffAt.getTime()] : []))
  const { goodsYen, freightYen, taxYen, totalYen } = cart
  return (
    <aside aria-label="かご" className="hidden pt-6 min-[75rem]:block print:hidden">
      <Kept
        className="sticky top-[6.25rem] flex max-h-[calc(100dvh-11.5rem)] flex-col overflow-hidden rounded-t-carton rounded-b-card border border-line bg-surface shadow-2"
        part={Rail}
        of={{
          deadline: cutoffs.length > 0 ? { at: new Date(Math.min(...cutoffs)), now } : null,
          farms: cart.farms.map(railFarm),
          sum: { goodsYen, freightYen, taxYen, totalYen, estimated: isEstimate(cart) },
        }}
      />
    </aside>
  )
}

/** Of a farm only what is shown: a part is kept by what it is given. */
const railFarm = ({ farmId, name, crest, goodsYen, freeFreightFromYen, missingToFreeYen, lines }: ShownFarm) => ({
  ...{ farmId, name, crest, goodsYen, freeFreightFromYen, missingToFreeYen },
  lines: lines.map(({ productId, name, category, packLabel, qty, amountYen, problem }) => ({
    ...{ productId, name, category, packLabel, qty, amountYen },
    wrong: problem !== null,
  })),
})

type Props = {
  /** The earliest time until which to order. */
  deadline: { at: Date; now: Date } | null
  farms: ReturnType<typeof railFarm>[]
  sum: Pick<ShownCart, 'goodsYen' | 'freightYen' | 'taxYen' | 'totalYen'> & { estimated: boolean }
}

function Rail({ deadline, farms, sum }: Props) {
  return (
    <>
      <CartonLines />
      <div className="px-5 pt-4 pb-3">
        <h2 className="flex items-center gap-2">
          <ShoppingBasket aria-hidden="true" />
          <Head as="span" className="text-h3">
            かご
          </Head>
        </h2>
        {deadline && (
          <p className="mt-1 flex items-center gap-2 text-sub font-bold text-kaki">
            <Moon aria-hidden="true" size={18} />
            <span>
              <span className="inline-block">最も早い締切 {formatDeadline(deadline.at, deadline.now)}</span>{' '}
              <span className="inline-block">{formatRemaining(deadline.at, deadline.now)}</span>
            </span>
          </p>
        )}
      </div>
      {farms.length === 0 ? (
        <p className="px-5 pb-6 text-ink-2">かごは空です。商品の「かごに追加」を押すと、農園ごとに表示されます。</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key */}
          <section className="min-h-0 overflow-y-auto" tabIndex={0} aria-label="かごの商品">
            {farms.map((farm) => (
              <RailFarm key={farm.farmId} farm={farm} />
            ))}
          </section>
          <Perforation />
          <RailTotals sum={sum} />
        </>
      )}
    </>
  )
}

function RailFarm({ farm }: { farm: Props['farms'][number] }) {
  return (
    <section aria-label={`かごの${farm.name}`}>
      <h3 className="flex items-center gap-2 bg-kraft-tint px-3 py-1 text-sub font-bold text-kraft-ink">
        <Crest kanji={farm.crest} category={farm.lines[0]?.category} />
        <span className="min-w-0 grow">{farm.name}</span>
        <span className="num-col">{formatYen(farm.goodsYen)}</span>
      </h3>
      <ul>
        {farm.lines.map((line) => (
          <li key={line.productId} className="flex items-center justify-between gap-3 border-b border-line px-5 py-2">
            <span className="min-w-0">
              <Link to={`/restaurant/products/${line.productId}`} className="block font-bold hover:underline">
                {line.name}
              </Link>
              <span className="text-sub text-ink-2">
                {line.packLabel} × {line.qty}
              </span>
              {line.wrong && (
                <span className="block text-caption font-bold text-akane">修正が必要な項目があります</span>
              )}
            </span>
            <span className="num-col">{formatYen(line.amountYen)}</span>
          </li>
        ))}
      </ul>
      <div className="px-5 py-2">
        <FreeFreight farm={farm} />
      </div>
    </section>
  )
}

function RailTotals({ sum }: Pick<Props, 'sum'>) {
  const rows = [
    ['商品（税抜）', sum.goodsYen],
    ['送料（税抜）', sum.freightYen],
    ['消費税', sum.taxYen],
  ] as const
  return (
    <div className="bg-sunken px-5 py-4">
      <dl className="grid gap-1 text-sub">
        {rows.map(([word, amount]) => (
          <div key={word} className="flex justify-between gap-3">
            <dt>{word}</dt>
            <dd className="num-col">{formatYen(amount)}</dd>
          </div>
        ))}
        <div className="flex items-end justify-between gap-3">
          <dt className="font-bold">合計（税込{sum.estimated && '・概算'}）</dt>
          <dd className="num text-[1.75rem] leading-tight">{formatYen(sum.totalYen)}</dd>
        </div>
      </dl>
      <ButtonLink to="/restaurant/order" kind="kaki" size="lg" className="mt-3 w-full">
        注文を確認する
      </ButtonLink>
      <p className="mt-2 text-center">
        <Link
          to="/restaurant/cart"
          className="inline-flex min-h-11 items-center text-sub font-bold text-pine underline underline-offset-4"
        >
          かごを修正する
        </Link>
      </p>
    </div>
  )
}
