import { formatDayWithYear, formatShortYen, formatYen } from '#kernel/format.ts'
import type { InvoiceRow } from '#modules/billing/invoice-queries.server.ts'
import { InvoiceBadge } from '#modules/billing/ui/invoice-badge.tsx'
import { Columns } from '#ui/columns.tsx'
import { Link } from '#ui/link.tsx'
import { monthPoint } from '#ui/month-point.ts'

const mostInChart = 12

/** The last closings side by side: what each comes to. */
export function ClosingsChart({ invoices }: { invoices: readonly InvoiceRow[] }) {
  const closings = invoices.slice(0, mostInChart).toReversed()
  return (
    <div className="card p-4">
      <Columns
        title="締めごとの請求額（税込）"
        axis="締め日"
        format={formatYen}
        formatTick={formatShortYen}
        points={closings.map(({ toOn, totalYen }, at) => ({
          ...monthPoint(toOn, at, totalYen),
          label: formatDayWithYear(toOn),
        }))}
      />
    </div>
  )
}

/** The newest first: two lines each on a phone, one on a wide screen. */
export const InvoiceList = ({ invoices }: { invoices: readonly InvoiceRow[] }) => (
  <ul className="card divide-y divide-line">
    {invoices.map((invoice) => (
      <li key={invoice.id}>
        <Link
          to={`/restaurant/invoices/${invoice.id}`}
          className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2.5 hover:bg-pine-tint"
        >
          <b>{formatDayWithYear(invoice.toOn)}締め</b>
          <b className="text-end tabular-nums">{formatYen(invoice.totalYen)}</b>
          <span className="flex flex-wrap gap-x-3 text-sub text-ink-2">
            <span>{invoice.number}</span>
            <span>支払期日 {formatDayWithYear(invoice.dueOn)}</span>
            {partlyPaid(invoice) && <span>未払い額 {formatYen(invoice.unpaidYen)}</span>}
          </span>
          <span className="text-end">
            <InvoiceBadge state={invoice.state} />
          </span>
        </Link>
      </li>
    ))}
  </ul>
)

const partlyPaid = ({ unpaidYen, totalYen }: InvoiceRow) => unpaidYen > 0 && unpaidYen !== totalYen
