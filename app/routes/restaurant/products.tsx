import { Check, Leaf } from 'lucide-react'
import { useLocation } from 'react-router'
import { isBuyer } from '#access/rules.ts'
import { formatNumber } from '#kernel/format.ts'
import { addDays, type JstDate, jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { categories } from '#kernel/words.ts'
import { categoryWord } from '#modules/catalog/catalog-words.ts'
import { listProducts } from '#modules/catalog/product-list.server.ts'
import { todaysHarvest } from '#modules/catalog/todays-harvest.server.ts'
import { HarvestBand } from '#modules/catalog/ui/harvest-band.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { cursorText, parseCursor } from '../cursor.ts'
import { storable } from '../form.ts'
import { page } from '../page.server.ts'
import { publicMeta } from '../page-meta.ts'
import type { Route } from './+types/products.ts'
import { cartOfPage } from './cart-of-page.server.ts'
import { DayFilter, NothingFound } from './product-filters.tsx'
import { ProductTiles } from './product-tiles.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  publicMeta(matches, {
    title: loaderData?.heading ?? '食材',
    description: '全国の生産者が飲食店に直接送る野菜・果物・きのこ・卵・米・肉・魚介を、名前と産地からさがせます。',
    path: loaderData?.filter.category
      ? `/restaurant/products?category=${loaderData.filter.category}`
      : '/restaurant/products',
  })
export const handle = { shell: { top: 'search', rail: true, categories: true } }

/** The address holds every filter, so that a list can be kept, shared and gone back to. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const params = new URL(request.url).searchParams
  // a day is a day at somebody's kitchen: who has none chooses none
  const kitchen = isBuyer(ctx.actor) ? (await cartOfPage(ctx, request, ctx.actor)).quote.kitchen : null
  const q = storable(params.get('q') ?? '')
    .trim()
    .slice(0, 100)
  const category = categories.find((known) => known === params.get('category'))
  const today = jstDateOf(ctx.now)
  const on = parseJstDate(params.get('on'))
  const arrives = kitchen && on && on >= today && on <= addDays(today, 30) ? { on, at: kitchen } : undefined
  const inSeason = params.get('season') === '1'
  const fresh = params.get('fresh') === '1'
  const after = parseCursor<'product'>(params.get('after'))
  const found = await listProducts(ctx, {
    q,
    category,
    inSeason,
    arrives,
    harvestedOn: fresh ? today : undefined,
    after: after ? { listedAt: after.at, id: after.id } : undefined,
  })
  // Nothing found: the nearest help is the same search without its filters.
  const filtered = category !== undefined || inSeason || fresh || arrives !== undefined
  const elsewhere = found.count === 0 && q && filtered ? await listProducts(ctx, { q, limit: 8 }) : null
  return {
    ...found,
    next: found.next && cursorText({ at: found.next.listedAt, id: found.next.id }),
    continued: after !== null,
    elsewhere,
    heading: q ? `「${q}」` : category ? categoryWord[category] : inSeason ? '旬のもの' : fresh ? '今朝の収穫' : '食材',
    filter: { q, category: category ?? null, on: arrives?.on ?? null, inSeason, fresh },
    harvest: q || filtered || after ? null : await todaysHarvest(ctx),
    days: kitchen && twoWeeks(today).map((day) => ({ day, received: receivesOn(kitchen.calendar, day) })),
  }
})

const twoWeeks = (today: JstDate) => Array.from({ length: 14 }, (_, ahead) => addDays(today, ahead))

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
      {loaderData.harvest && <HarvestBand harvest={loaderData.harvest} to={to({ fresh: '1' })} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-1 pb-3">
        <h1 className="text-h4 font-bold lg:text-h2">{heading}</h1>
        <p className="me-auto text-ink-2">
          <span className="num text-ink">{formatNumber(count)}</span>
          {capped ? '件以上' : '品'}
        </p>
        <div className="flex flex-wrap gap-2">
          {loaderData.days && <DayFilter days={loaderData.days} chosen={filter.on} to={to} />}
          <Link
            to={to({ season: filter.inSeason ? null : '1' })}
            className="chip"
            aria-current={filter.inSeason ? 'true' : undefined}
          >
            {filter.inSeason ? <Check aria-hidden="true" /> : <Leaf aria-hidden="true" />}旬
            <span className="visually-hidden">{filter.inSeason ? 'だけ（はずす）' : 'のものだけにする'}</span>
          </Link>
          {filter.fresh && (
            <Link to={to({ fresh: null })} className="chip" aria-current="true">
              <Check aria-hidden="true" />
              けさ収穫<span className="visually-hidden">だけ（はずす）</span>
            </Link>
          )}
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
