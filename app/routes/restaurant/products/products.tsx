import { Check, ChevronRight, Leaf, X } from 'lucide-react'
import { can } from '#authorization/rules.ts'
import { formatNumber } from '#kernel/format.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { categoryWord } from '#modules/products/catalog/catalog-labels.ts'
import { nearestHelp } from '#modules/products/catalog/nearest-help.server.ts'
import {
  isNarrowed,
  noWish,
  type ProductWish,
  readWish,
  wishAddress,
} from '#modules/products/catalog/product-filter.ts'
import { listProducts, listWithFacets } from '#modules/products/catalog/product-list.server.ts'
import { parseListCursor } from '#modules/products/catalog/product-sort.ts'
import { sharedGoods } from '#modules/products/catalog/shared-goods.server.ts'
import { farmsNamed } from '#modules/products/catalog/suggestions.server.ts'
import { todaysHarvest } from '#modules/products/catalog/todays-harvest.server.ts'
import { HarvestBand } from '#modules/products/catalog/ui/harvest-band.tsx'
import { prefectureShort } from '#modules/products/catalog/ui/product-card.tsx'
import { isWatched } from '#modules/products/catalog/watches.server.ts'
import { filterOf } from '#modules/products/catalog/wish-filter.ts'
import { activeFilters } from '#modules/products/catalog/wish-labels.ts'
import { namesIn } from '#modules/products/catalog/wish-names.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Crest } from '#ui/market.tsx'
import { page } from '#web/page.server.ts'
import { publicMeta } from '#web/page-meta.ts'
import { sharedReads } from '#web/shared-page.ts'
import { catalogViewerOf } from '../layout/viewer.server.ts'
import type { Route } from './+types/products.ts'
import { FilterSheet } from './filter-sheet.tsx'
import { DayFilter, NothingFound } from './product-filters.tsx'
import { ProductTiles } from './product-tiles.tsx'
import { SortMenu } from './sort-menu.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  publicMeta(matches, {
    title: loaderData?.heading ?? '食材',
    description: '全国の生産者が飲食店に直送する野菜・果物・きのこ・卵・米・肉・魚介を、商品名と産地から検索できます。',
    path: wishAddress({ ...noWish, category: loaderData?.wish.category ?? null }),
  })
export const handle = { shell: { top: 'search', rail: true, categories: true }, shared: true }

/** Products of one page; more of them are loaded in place up to four pages, and then the next page is a link. */
const perPage = 24
const mostShown = 4 * perPage

/** The address holds every filter, so that a list can be bookmarked, shared and returned to. */
export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const params = new URL(request.url).searchParams
  const mayPrice = can(ctx.actor, 'price.see', null)
  const looker = await catalogViewerOf(ctx, request)
  const asked = readWish(params, mayPrice)
  const wish = looker.kitchen
    ? asked
    : { ...asked, on: null, sort: asked.sort === 'distance' ? noWish.sort : asked.sort }
  const after = parseListCursor(params.get('after'), wish.sort)
  const shown = Math.min(mostShown, Math.max(perPage, parseWholeNumber(params.get('shown')) ?? perPage))
  const filter = { ...filterOf(wish, looker), limit: shown, after: after ?? undefined }
  // later pages are not counted again
  const narrowed = isNarrowed(wish)
  const [found, shared, farms, harvest] = await Promise.all([
    after ? listProducts(ctx, filter).then((page) => ({ ...page, facets: null })) : listWithFacets(ctx, filter),
    after ? [] : sharedGoods(ctx, filter),
    wish.q && !after ? context.get(sharedReads)(`farms ${wish.q}`, () => farmsNamed(ctx, wish.q)) : [],
    wish.q || narrowed || after ? null : context.get(sharedReads)(`harvest ${looker.today}`, () => todaysHarvest(ctx)),
  ])
  const nothing = found.count === 0 && shared.length === 0
  return {
    ...found,
    shared,
    wish,
    mayPrice,
    narrowed,
    shown,
    more: found.next && moreAddress(wish, after ? params.get('after') : null, shown, found.next),
    continued: after !== null,
    help: nothing ? await nearestHelp(ctx, wish, looker) : null,
    watched: nothing && wish.q !== '' && (await isWatched(ctx, wish.q)),
    names: await namesIn(ctx, wish, found.facets),
    farms,
    heading: headingOf(wish),
    harvest,
    signedIn: 'personId' in ctx.actor,
    hasKitchen: looker.kitchen !== null,
    days:
      looker.kitchen &&
      twoWeeks(looker.today).map((day) => ({ day, received: receivesOn(looker.kitchen?.calendar, day) })),
  }
})

/** Loaded in place while the list is short; then a page of its own that begins where this one ends. */
function moreAddress(wish: ProductWish, after: string | null, shown: number, next: string): string {
  const address = wishAddress(wish)
  const more =
    shown < mostShown
      ? `${after === null ? '' : `after=${encodeURIComponent(after)}&`}shown=${shown + perPage}`
      : `after=${encodeURIComponent(next)}`
  return `${address}${address.includes('?') ? '&' : '?'}${more}`
}

const headingOf = ({ q, category, inSeason, fresh }: ProductWish): string =>
  q ? `「${q}」` : category ? categoryWord[category] : inSeason ? '旬のもの' : fresh === 1 ? '本日収穫' : '食材'

const twoWeeks = (today: JstDate) => Array.from({ length: 14 }, (_, ahead) => addDays(today, ahead))

const receivesOn = (
  calendar: { receivingWeekdays: readonly number[]; closedDays: ReadonlySet<string> } | undefined,
  day: string,
): boolean =>
  calendar?.receivingWeekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay()) === true &&
  !calendar.closedDays.has(day)

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { products, shared, count, capped, facets, wish, heading, mayPrice, signedIn, hasKitchen } = loaderData
  const active = activeFilters(wish, loaderData.names)
  const all = count + shared.length
  return (
    <div className="px-2.5 pt-3 pb-8 lg:px-8 lg:pt-6 min-[75rem]:px-0">
      {loaderData.harvest && <HarvestBand harvest={loaderData.harvest} to={wishAddress({ ...wish, fresh: 1 })} />}
      <div className="menu-row flex flex-wrap items-center gap-x-3 gap-y-2 px-1 pb-3">
        <h1 className="text-h4 font-bold lg:text-h2">{heading}</h1>
        <p className="me-auto text-ink-2">
          <span className="num text-ink">{formatNumber(all)}</span>
          {capped ? '点以上' : '点'}
        </p>
        <div className="flex flex-wrap gap-2">
          {loaderData.days && (
            <DayFilter days={loaderData.days} chosen={wish.on} to={(on) => wishAddress({ ...wish, on })} />
          )}
          <Link
            to={wishAddress({ ...wish, inSeason: !wish.inSeason })}
            className="chip max-lg:hidden"
            aria-current={wish.inSeason ? 'true' : undefined}
          >
            {wish.inSeason ? <Check aria-hidden="true" /> : <Leaf aria-hidden="true" />}旬
            <span className="visually-hidden">{wish.inSeason ? 'のみ（解除）' : 'のもののみに絞り込む'}</span>
          </Link>
          <FilterSheet
            // another list is another form
            key={wishAddress(wish)}
            active={active.length}
            {...{ wish, count: all, capped, facets, mayPrice, signedIn }}
          />
          <SortMenu
            chosen={wish.sort}
            offered={(sort) => (sort !== 'per_kg' || mayPrice) && (sort !== 'distance' || hasKitchen)}
            to={(sort) => wishAddress({ ...wish, sort })}
          />
        </div>
      </div>
      {active.length > 0 && (
        <ul aria-label="絞り込み条件" className="flex flex-wrap gap-2 px-1 pb-3">
          {active.map(({ word, without }) => (
            <li key={word}>
              <Link to={wishAddress(without)} className="chip" aria-current="true">
                {word}
                <X aria-hidden="true" />
                <span className="visually-hidden">を解除</span>
              </Link>
            </li>
          ))}
          <li>
            <ButtonLink kind="text" to={wishAddress({ ...noWish, q: wish.q, sort: wish.sort })}>
              すべて解除
            </ButtonLink>
          </li>
        </ul>
      )}
      {loaderData.farms.length > 0 && (
        <ul aria-label="農園" className="flex flex-wrap gap-2 px-1 pb-3">
          {loaderData.farms.map(({ id, name, crest, place, prefectureCode, goods }) => (
            <li key={id}>
              <Link
                to={`/restaurant/farmers/${id}`}
                className="flex min-h-12 items-center gap-2 rounded-t-carton rounded-b-card border border-kraft-line bg-kraft-tint px-3 py-1 text-kraft-ink hover:bg-kraft"
              >
                <Crest kanji={crest} />
                <span className="grid leading-tight">
                  <span className="font-bold text-ink">{name}</span>
                  <span className="text-caption">
                    {prefectureShort(prefectureCode)} {place}・{formatNumber(goods)}点
                  </span>
                </span>
                <ChevronRight aria-hidden="true" size={20} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {shared.length + products.length > 0 ? (
        <>
          <h2 className="visually-hidden">一覧</h2>
          <ProductTiles products={products} shared={shared} eager={1} />
        </>
      ) : (
        <NothingFound wish={wish} narrowed={loaderData.narrowed} help={loaderData.help} watched={loaderData.watched} />
      )}
      <div className="grid justify-items-center gap-3 pt-6">
        {loaderData.continued && (
          <ButtonLink kind="text" to={wishAddress(wish)}>
            最初のページを見る
          </ButtonLink>
        )}
        {products.length > 0 && <More loaderData={loaderData} />}
        <ButtonLink kind="text" to="/restaurant/farmers">
          農園から検索
        </ButtonLink>
      </div>
    </div>
  )
}

function More({
  loaderData: { more, shown, products, count, capped, continued },
}: Pick<Route.ComponentProps, 'loaderData'>) {
  if (more !== null && shown >= mostShown)
    return (
      <ButtonLink kind="line" size="lg" to={more}>
        続きを見る
      </ButtonLink>
    )
  return <LoadMore shown={products.length} {...(!capped && !continued && { total: count })} to={more} />
}
