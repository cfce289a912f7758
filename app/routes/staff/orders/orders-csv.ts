import type { Ctx } from '#authorization/ctx.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { orderCsvCells, orderCsvHead } from '#modules/ordering/order-csv.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { staffOrdersById, staffOrdersInChunks } from '#modules/ordering/staff-orders.server.ts'
import { csvFile } from '#web/csv-file.ts'
import { formOf } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/orders-csv.ts'
import { staffOrderFilter } from './staff-order-filter.ts'

/** The rows of the filter, as a file. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return csvOfFilter(ctx, new URL(request.url).searchParams)
})

/** The rows that were ticked, or all of the filter. Sent as a form, because they do not fit into an address. */
export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  requireStaff(ctx)
  const form = await formOf(request)
  if (form.get('all') === '1') return csvOfFilter(ctx, form)
  const ids = form.getAll('row').flatMap((id) => parseId<'order'>(id) ?? [])
  return fileOf(ctx, asChunk(await staffOrdersById(ctx, ids)))
})

function csvOfFilter(ctx: Ctx, asked: URLSearchParams | FormData): Response {
  const { q, state, month } = staffOrderFilter(asked)
  return fileOf(ctx, staffOrdersInChunks(ctx, { q, month, states: state && [state] }))
}

async function* asChunk(orders: OrderSummary[]) {
  yield orders
}

const fileOf = (ctx: Ctx, chunks: AsyncIterable<OrderSummary[]>) =>
  csvFile({ name: `orders-${jstDateOf(ctx.now)}`, head: orderCsvHead, cells: orderCsvCells, chunks })
