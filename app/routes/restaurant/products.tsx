import { Check, Leaf } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { requireBuyer } from '#access/authorize.ts'
import { formatNumber } from '#kernel/format.ts'
import { addDays, jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { categories } from '#kernel/words.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import { categoryWord } from '#modules/catalog/catalog-words.ts'
import { listProducts } from '#modules/catalog/product-list.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { chosenKitchen } from '../chosen-kitchen.server.ts'
import { cursorText, parseCursor } from '../cursor.ts'
import { storable } from '../form.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/products.ts'
import { DayFilter, NothingFound } from './product-filters.tsx'
import { ProductTiles } from './product-tiles.tsx'

export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: `${loaderData?.heading ?? '食材'}｜畝と皿` }]
export const handle = { shell: { top: 'search', rail: true, categories: true } }

/** The address holds every filter, so that a list can be kept, shared and gone back to. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const params = new URL(request.url).searchParams
  const { kitchen } = await cartQuote(ctx, await chosenKitchen(request, buyer))
  const q = storable(params.get('q') ?? '')
    .trim()
    .slice(0, 100)
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
    next: found.next && cursorText({ at: found.next.listedAt, id: found.next.id }),
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
          <DayFilter days={loaderData.days} chosen={filter.on} to={to} />
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
        <NothingFound filter={filter} elsewhere={loaderData.elsewhere?.products ?? []} without={to} />
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
