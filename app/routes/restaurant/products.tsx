import { Check, ChevronDown, Leaf, Truck } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { requireBuyer } from '#access/authorize.ts'
import { formatDay, formatNumber, formatShortDay } from '#kernel/format.ts'
import { addDays, jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { categories } from '#kernel/words.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import { categoryWord } from '#modules/catalog/catalog-words.ts'
import { listProducts } from '#modules/catalog/product-list.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/market.tsx'
import { chosenKitchen } from '../chosen-kitchen.server.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/products.ts'
import { cursorText, parseCursor } from './cursor.ts'
import { ProductTiles } from './product-tiles.tsx'
import { useShop } from './shell.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: `${loaderData?.heading ?? '食材'}｜畝と皿` }]
export const handle = { shell: { top: 'search', rail: true, categories: true } }

/** The address holds every filter, so that a list can be kept, shared and gone back to. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const params = new URL(request.url).searchParams
  const { kitchen } = await cartQuote(ctx, await chosenKitchen(request, buyer))
  const q = (params.get('q') ?? '').trim().slice(0, 100)
  const category = categories.find((known) => known === params.get('category'))
  const today = jstDateOf(ctx.now)
  const on = parseJstDate(params.get('on'))
  const arrives = on && on >= today && on <= addDays(today, 30) ? { on, at: kitchen } : undefined
  const inSeason = params.get('season') === '1'
  const after = parseCursor<'product'>(params.get('after'))
  const found = await listProducts(ctx, {
    q,
    category,
    inSeason,
    arrives,
    after: after ? { listedAt: after.at, id: after.id } : undefined,
  })
  // Nothing found: the nearest help is the same search without its filters.
  const filtered = category !== undefined || inSeason || arrives !== undefined
  const elsewhere = found.count === 0 && q && filtered ? await listProducts(ctx, { q, limit: 8 }) : null
  return {
    ...found,
    next: found.next && cursorText(found.next.listedAt, found.next.id),
    continued: after !== null,
    elsewhere,
    heading: q ? `「${q}」` : category ? categoryWord[category] : inSeason ? '旬のもの' : '食材',
    filter: { q, category: category ?? null, on: arrives?.on ?? null, inSeason },
    days: Array.from({ length: 14 }, (_, ahead) => addDays(today, ahead)).map((day) => ({
      day,
      received: receivesOn(kitchen.calendar, day),
    })),
  }
})

const receivesOn = (
  calendar: { receivingWeekdays: readonly number[]; closedDays: ReadonlySet<string> },
  day: string,
): boolean =>
  calendar.receivingWeekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !calendar.closedDays.has(day)

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { products, count, capped, filter, heading } = loaderData
  const { pathname, search } = useLocation()
  const to = (changes: Record<string, string | null>) => {
    const params = new URLSearchParams(search)
    params.delete('after')
    for (const [name, value] of Object.entries(changes)) value === null ? params.delete(name) : params.set(name, value)
    return `${pathname}?${params}`
  }
  return (
    <div className="px-2.5 pt-3 pb-8 lg:px-8 lg:pt-6 min-[75rem]:px-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-1 pb-3">
        <h1 className="text-h4 font-bold lg:text-h2">{heading}</h1>
        <p className="me-auto text-ink-2">
          <span className="num text-ink">{formatNumber(count)}</span>
          {capped ? '件以上' : '品'}
        </p>
        <div className="flex flex-wrap gap-2">
          <DayFilter loaderData={loaderData} to={to} />
          <Link
            to={to({ season: filter.inSeason ? null : '1' })}
            className="chip"
            aria-current={filter.inSeason ? 'true' : undefined}
          >
            {filter.inSeason ? <Check aria-hidden="true" /> : <Leaf aria-hidden="true" />}旬
            <span className="visually-hidden">{filter.inSeason ? 'だけ（はずす）' : 'のものだけにする'}</span>
          </Link>
        </div>
      </div>
      <h2 className="visually-hidden">見つかった品</h2>
      {products.length > 0 ? (
        <>
          <h2 className="visually-hidden">一覧</h2>
          <ProductTiles products={products} eager={4} />
        </>
      ) : (
        <NothingFound loaderData={loaderData} without={to} />
      )}
      <div className="flex flex-wrap justify-center gap-3 pt-6">
        {loaderData.continued && (
          <ButtonLink kind="text" to={to({})}>
            はじめから見る
          </ButtonLink>
        )}
        {loaderData.next && (
          <ButtonLink
            kind="line"
            size="lg"
            to={`${to({})}${to({}).endsWith('?') ? '' : '&'}after=${encodeURIComponent(loaderData.next)}`}
          >
            もっと見る
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

type Part = { loaderData: Route.ComponentProps['loaderData'] }

/** The next two weeks as links: chosen without script, and never a day on which the kitchen is closed. */
function DayFilter({
  loaderData: { filter, days },
  to,
}: Part & { to: (changes: Record<string, string | null>) => string }) {
  const { holidays } = useShop()
  const { search } = useLocation()
  return (
    <details key={search} className="relative">
      <summary
        className="chip list-none [&::-webkit-details-marker]:hidden"
        aria-current={filter.on ? 'true' : undefined}
      >
        {filter.on ? <Check aria-hidden="true" /> : <Truck aria-hidden="true" />}
        {filter.on ? `${formatShortDay(filter.on)}に届く` : '届く日'}
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
              aria-current={day === filter.on ? 'true' : undefined}
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

function NothingFound({ loaderData, without }: Part & { without: (changes: Record<string, string | null>) => string }) {
  const { filter, elsewhere } = loaderData
  const asked = filter.category !== null || filter.on !== null || filter.inSeason
  return (
    <div className="grid gap-6">
      <EmptyState
        action={
          asked ? (
            <ButtonLink to={without({ category: null, on: null, season: null })} kind="line">
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
      {elsewhere && elsewhere.products.length > 0 && (
        <section aria-labelledby="elsewhere" className="grid gap-3">
          <h2 id="elsewhere" className="text-h4 font-bold">
            条件をはずすと、こちらがあります
          </h2>
          <ProductTiles products={elsewhere.products} />
        </section>
      )}
    </div>
  )
}
