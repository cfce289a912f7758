import { requireBuyer } from '#authorization/authorize.ts'
import { drawPdf } from '#infra/draw-pdf.server.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { receiptsOfMonth } from '#modules/ordering/fulfilment/receipts.server.ts'
import { receiptsPaper } from '#modules/ordering/fulfilment/receipts-paper.ts'
import { monthIn } from '#web/order-filters.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/receipts-pdf.ts'

/** The receiving record of a month as a PDF, or the rows of it that are selected. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  const printedOn = jstDateOf(ctx.now)
  const asked = new URL(request.url).searchParams
  const month = monthIn(asked.get('month')) ?? printedOn.slice(0, 7)
  const selected = asked.getAll('row')
  const rows = (await receiptsOfMonth(ctx, month)).filter(
    ({ orderId }) => selected.length === 0 || selected.includes(orderId),
  )
  const pdf = await drawPdf(receiptsPaper({ month, rows, printedOn }))
  return new Response(new Uint8Array(pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="ukeire-${month}.pdf"`,
      'cache-control': 'no-store',
    },
  })
})
