import type { MetaFunction } from 'react-router'
import { dayCursorText, parseDayCursor, readLotFilter } from '#modules/traceability/lot-filter.ts'
import { receivedLots } from '#modules/traceability/lot-lists.server.ts'
import { ownRecalls } from '#modules/traceability/recalls/recall-queries.server.ts'
import ReceivedLots from '#modules/traceability/ui/received-lots.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/lots.ts'

export const meta: MetaFunction = () => ownMeta('届いた商品のロット')
export const handle = { shell: { top: 'own' } }

const ordersPerPage = 30

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const search = new URL(request.url).searchParams
  const filter = readLotFilter(search)
  const after = parseDayCursor<'order'>(search.get('after'))
  const { rows, next } = await receivedLots(ctx, { ...filter, after, limit: ordersPerPage })
  return { rows, next: next && dayCursorText(next), filter, recalls: after ? [] : await ownRecalls(ctx) }
})

/** What came to the restaurant, by lot. */
export default function LotsPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageBar back="/restaurant/order/History" backLabel="伝票の一覧へ戻る">
        <h1 className="text-h4 font-bold lg:text-h2">届いた商品のロット</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-4 px-3.5 pt-4 pb-8 lg:px-8">
        <ReceivedLots {...loaderData} />
      </div>
    </>
  )
}
