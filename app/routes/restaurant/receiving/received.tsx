import { formatMoment, formatYen } from '#kernel/format.ts'
import type { OrderId } from '#kernel/ids.ts'
import { claimReasonWord } from '#modules/ordering/claims/claim-labels.ts'
import type { ClaimView } from '#modules/ordering/claims/claim-queries.server.ts'
import { tenthsText } from '#modules/ordering/fulfilment/receipt.ts'
import type { Receipt } from '#modules/ordering/fulfilment/receipts.server.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { InspectedStamp } from '#modules/ordering/ui/inspected-stamp.tsx'
import { QuantityTable } from '#modules/ordering/ui/quantity-table.tsx'
import { SlipFoot } from '#modules/ordering/ui/slip-foot.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Perforation, Slip } from '#ui/market.tsx'

type Props = {
  order: OrderDetail
  claims: readonly ClaimView[]
  receipt: Receipt | null
  next: { id: OrderId; number: string; farm: string; waiting: number } | null
}

/** The stamp, the way to the next delivery, the receiving record, the claims, and the figures. */
export function Received({ order, claims, receipt, next }: Props) {
  const at = order.events.findLast(({ kind }) => kind === 'order_inspected')?.at ?? order.finalizedAt
  return (
    <>
      <Slip aria-label="検収の結果">
        <div className="flex items-center gap-4 p-5 lg:px-6">
          <div className="grow">
            <p role="status" className="text-h4 font-bold">
              検収が完了しました
            </p>
            {at && <p className="text-sub text-ink-2">{formatMoment(at)}</p>}
            {receipt && <p className="text-sub text-ink-2">{recordOf(receipt)}</p>}
          </div>
          {at && <InspectedStamp at={at} lands />}
        </div>
        {claims.length > 0 && (
          <ul className="grid gap-2 px-4 pb-4 lg:px-6">
            {claims.map((claim) => (
              <li key={claim.id} className="rounded-control bg-kraft-tint p-3 text-sub">
                <b>{claim.line.name}</b>（{claimReasonWord[claim.reason]}・{formatYen(claim.amountYen)}）
                {claim.state === 'settled'
                  ? 'は、自動承認され、次回請求から差し引かれます。'
                  : 'を農園に報告しました。回答は伝票の画面に表示されます。'}
              </li>
            ))}
          </ul>
        )}
        {next && (
          <div className="grid gap-1 px-4 pb-4 lg:px-6">
            <ButtonLink to={`/restaurant/receiving/${next.id}`} size="lg">
              次の伝票を検収する
            </ButtonLink>
            <p className="text-center text-sub text-ink-2">
              {next.farm} {next.number}・残り{next.waiting}件
            </p>
          </div>
        )}
        <Perforation />
        <div className="p-4 lg:px-6">
          <QuantityTable lines={order.lines} reader="restaurant" />
        </div>
        <SlipFoot figures={order.figures} />
      </Slip>
      <div className="grid gap-2 sm:grid-cols-2">
        <ButtonLink to="/restaurant" kind={next ? 'line' : 'pine'} size="lg">
          ホームへ戻る
        </ButtonLink>
        <ButtonLink to={`/restaurant/orders/${order.id}`} kind="line" size="lg">
          伝票を見る
        </ButtonLink>
      </div>
      <p className="text-center">
        <ButtonLink to="/restaurant/receiving" kind="line">
          受け取りの記録（月別）
        </ButtonLink>
      </p>
    </>
  )
}

const recordOf = ({ receivedBy, chilledTenths, frozenTenths }: Receipt): string =>
  [
    `受け取り：${receivedBy}`,
    chilledTenths !== null && `冷蔵 ${tenthsText(chilledTenths)}`,
    frozenTenths !== null && `冷凍 ${tenthsText(frozenTenths)}`,
  ]
    .filter(Boolean)
    .join('・')
