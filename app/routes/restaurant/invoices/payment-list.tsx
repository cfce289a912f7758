import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import { paymentMethodWord } from '#modules/organisations/restaurant/restaurant-labels.ts'
import type { OwnPayment } from '#modules/payments/own-payments.server.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'

/** What came in and was matched, the newest first, and which invoices it pays. */
export function PaymentList({ payments, next }: { payments: readonly OwnPayment[]; next: string | null }) {
  return (
    <section aria-labelledby="payments" className="grid content-start grid-cols-1 gap-3">
      <h2 id="payments" className="text-h3 font-bold">
        入金
      </h2>
      {payments.length === 0 ? (
        <EmptyState>入金の確認後に、入金日と充当した請求書をここに表示します。まだありません。</EmptyState>
      ) : (
        <ul className="card divide-y divide-line">
          {payments.map(({ id, receivedOn, method, yen, pays }) => (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 px-4 py-2.5">
              <span>
                <b>{formatDayWithYear(receivedOn)}</b>{' '}
                <span className="text-sub whitespace-nowrap text-ink-2">{paymentMethodWord[method]}</span>
              </span>
              <b className="text-end tabular-nums">{formatYen(yen)}</b>
              <ul className="col-span-2 text-sub text-ink-2">
                {pays.map((paid) => (
                  <li key={paid.documentId ?? 'credit'}>
                    <Paid paid={paid} only={pays.length === 1} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      {next && (
        <p>
          <Link
            to={`/restaurant/invoices?paidBefore=${encodeURIComponent(next)}#payments`}
            className="prose-link inline-flex min-h-11 items-center"
          >
            以前の入金を表示
          </Link>
        </p>
      )}
    </section>
  )
}

/** 「S2026-000200に充当（¥…。うち振込手数料 ¥330は当社が負担）」, or what is kept for the next invoice. */
function Paid({
  paid: { documentId, invoice, yen, bankFeeYen },
  only,
}: {
  paid: OwnPayment['pays'][number]
  only: boolean
}) {
  if (!documentId) return <>次回の請求に充当（{formatYen(yen)}）</>
  const amounts = [
    ...(only && bankFeeYen === 0 ? [] : [formatYen(yen)]),
    ...(bankFeeYen === 0 ? [] : [`うち振込手数料 ${formatYen(bankFeeYen)}は当社が負担`]),
  ]
  return (
    <>
      <Link to={`/restaurant/invoices/${documentId}`} className="prose-link inline-flex min-h-11 items-center">
        {invoice}
      </Link>
      に充当{amounts.length > 0 && `（${amounts.join('、')}）`}
    </>
  )
}
