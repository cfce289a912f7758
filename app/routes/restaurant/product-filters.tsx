import { Check, ChevronDown, Truck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { formatDay, formatShortDay } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Category } from '#kernel/words.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { ProductTiles } from './product-tiles.tsx'
import { useShopOrVisitor } from './shell.ts'

/** The address of the list with some filters changed; null takes one out. */
type Address = (changes: Record<string, string | null>) => string
type DayFilterProps = { days: readonly { day: JstDate; received: boolean }[]; chosen: JstDate | null; to: Address }
type NothingFoundProps = {
  filter: { q: string; category: Category | null; on: JstDate | null; inSeason: boolean; fresh: boolean }
  elsewhere: ComponentProps<typeof ProductTiles>['products']
  without: Address
}

/** The next two weeks as links: chosen without script, and never a day on which the kitchen is closed. */
export function DayFilter({ days, chosen, to }: DayFilterProps) {
  const { holidays } = useShopOrVisitor()
  const { search } = useLocation()
  return (
    <details key={search} className="relative">
      <summary className="chip list-none [&::-webkit-details-marker]:hidden" aria-current={chosen ? 'true' : undefined}>
        {chosen ? <Check aria-hidden="true" /> : <Truck aria-hidden="true" />}
        {chosen ? `${formatShortDay(chosen)}に届く` : '届く日'}
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className="absolute right-0 z-10 mt-2 grid max-h-[60dvh] w-64 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-card border border-line bg-raised p-2 shadow-3">
        <Link
          to={to({ on: null })}
          className="flex min-h-11 items-center rounded-control px-3 font-bold hover:bg-sunken"
        >
          日を決めない
        </Link>
        {days.map(({ day, received }) =>
          received ? (
            <Link
              key={day}
              to={to({ on: day })}
              aria-current={day === chosen ? 'true' : undefined}
              className="flex min-h-11 items-center rounded-control px-3 hover:bg-sunken aria-[current]:bg-pine-tint aria-[current]:font-bold aria-[current]:text-pine-ink"
            >
              {formatDay(day, holidays[day] ?? null)}
            </Link>
          ) : (
            <p key={day} className="flex min-h-11 items-center justify-between px-3 text-ink-3">
              {formatDay(day, holidays[day] ?? null)}
              <span className="text-caption">店の休み</span>
            </p>
          ),
        )}
      </div>
    </details>
  )
}

/** Nothing found: the nearest help is the same search without its filters. */
export function NothingFound({ filter, elsewhere, without }: NothingFoundProps) {
  const asked = filter.category !== null || filter.on !== null || filter.inSeason || filter.fresh
  return (
    <div className="grid gap-6">
      <EmptyState
        action={
          asked ? (
            <ButtonLink to={without({ category: null, on: null, season: null, fresh: null })} kind="line">
              条件をはずす
            </ButtonLink>
          ) : (
            <ButtonLink to="/restaurant/products?season=1" kind="line">
              旬の食材を見る
            </ButtonLink>
          )
        }
      >
        {filter.q
          ? `「${filter.q}」は見つかりません。ひらがなや産地でもさがせます。`
          : '条件に合うものがありません。条件をはずすと見つかるかもしれません。'}
      </EmptyState>
      {elsewhere.length > 0 && (
        <section aria-labelledby="elsewhere" className="grid gap-3">
          <h2 id="elsewhere" className="text-h4 font-bold">
            条件をはずすと、こちらがあります
          </h2>
          <ProductTiles products={elsewhere} />
        </section>
      )}
    </div>
  )
}
