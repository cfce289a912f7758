import { Check, ChevronDown, MessageCircleQuestionMark, Truck } from 'lucide-react'
import { formatDay, formatShortDay } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { NearestHelp } from '#modules/products/catalog/nearest-help.server.ts'
import { noWish, type ProductWish, wishAddress } from '#modules/products/catalog/product-filter.ts'
import { WatchButton } from '#modules/products/catalog/ui/watch-button.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { DetailsMenu } from '#ui/details-menu.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { useShopOrVisitor } from '../layout/shell.ts'
import { ProductTiles } from './product-tiles.tsx'

type DayFilterProps = {
  days: readonly { day: JstDate; received: boolean }[]
  chosen: JstDate | null
  to: (day: JstDate | null) => string
}
type NothingFoundProps = {
  wish: ProductWish
  narrowed: boolean
  help: NearestHelp | null
  /** Whether an alert is set for the search; null for users who cannot have one. */
  watched: boolean
}

/** The next two weeks as links: selectable without script, and never a day on which the kitchen is closed. */
export function DayFilter({ days, chosen, to }: DayFilterProps) {
  const { holidays } = useShopOrVisitor()
  return (
    <DetailsMenu
      summaryClassName="chip"
      summary={
        <>
          {chosen ? <Check aria-hidden="true" /> : <Truck aria-hidden="true" />}
          {chosen ? `${formatShortDay(chosen)}にお届け` : 'お届け日'}
          <ChevronDown aria-hidden="true" />
        </>
      }
    >
      <Link to={to(null)} className="menu-item">
        日を指定しない
      </Link>
      {days.map(({ day, received }) =>
        received ? (
          <Link
            key={day}
            to={to(day)}
            aria-current={day === chosen ? 'true' : undefined}
            className="menu-item aria-[current]:bg-pine-tint aria-[current]:text-pine-ink"
          >
            {formatDay(day, holidays[day] ?? null)}
          </Link>
        ) : (
          <p key={day} className="flex min-h-11 items-center justify-between gap-3 px-3 text-ink-3">
            {formatDay(day, holidays[day] ?? null)}
            <span className="text-caption">店舗休業</span>
          </p>
        ),
      )}
    </DetailsMenu>
  )
}

/** No results: the nearest query with results, and further options. */
export function NothingFound({ wish, narrowed, help, watched }: NothingFoundProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {help ? (
        <div className="card flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
          <p className="min-w-0 grow wrap-anywhere">{notFound(wish)}</p>
          {narrowed && <WithoutFilters wish={wish} kind="text" />}
        </div>
      ) : (
        <EmptyState
          action={
            narrowed ? (
              <WithoutFilters wish={wish} kind="line" />
            ) : (
              <ButtonLink to="/restaurant/products?season=1" kind="line">
                旬の食材を見る
              </ButtonLink>
            )
          }
        >
          {notFound(wish)}
          {wish.q ? 'ひらがなや産地でも検索できます。' : '条件を解除すると見つかる場合があります。'}
        </EmptyState>
      )}
      {help && (
        <section aria-labelledby="elsewhere" className="grid grid-cols-1 gap-3">
          <h2 id="elsewhere" className="text-h4 font-bold">
            {helpWord(help)}
          </h2>
          <ProductTiles products={help.products} />
          {help.count > help.products.length && (
            <ButtonLink to={wishAddress(help.wish)} kind="line" className="justify-self-center">
              {help.count}点すべての商品を見る
            </ButtonLink>
          )}
        </section>
      )}
      {wish.q && (
        <section aria-labelledby="not-yet" className="grid grid-cols-1 gap-2">
          <h2 id="not-yet" className="text-h4 font-bold">
            入荷を待つ・農園に問い合わせる
          </h2>
          <WatchButton kind="words" of={wish.q} on={watched} />
          <div className="grid justify-items-start gap-1">
            <ButtonLink to={`/restaurant/requests?q=${encodeURIComponent(wish.q)}`} kind="line">
              <MessageCircleQuestionMark aria-hidden="true" />
              農園に問い合わせる
            </ButtonLink>
            <p className="text-caption text-ink-2">希望の数量と日付を入力すると、出荷できそうな農園に送信されます。</p>
          </div>
        </section>
      )}
    </div>
  )
}

const notFound = ({ q }: ProductWish) => (q ? `「${q}」は見つかりませんでした。` : '条件に合う商品がありません。')

const WithoutFilters = ({ wish, kind }: { wish: ProductWish; kind: 'text' | 'line' }) => (
  <ButtonLink to={wishAddress({ ...noWish, q: wish.q, sort: wish.sort })} kind={kind}>
    条件を解除
  </ButtonLink>
)

function helpWord({ kind, wish }: NearestHelp): string {
  if (kind === 'without_filters') return '条件を解除した検索結果'
  if (kind === 'some_words') return `「${wish.q}」の検索結果`
  return kind === 'mistake' ? `もしかして「${wish.q}」` : `「${wish.q}」で条件を解除した検索結果`
}
