import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SummarySection } from '../sign-up/summary.ts'

/** A section of what will be submitted, read-only, with its own link back. */
export const SummaryPart = ({
  title,
  change,
  children,
}: {
  title: string
  change?: ReactNode
  children: ReactNode
}) => (
  <section className="grid grid-cols-1 gap-1">
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-b-2 border-pine">
      <h2 className="text-h4 font-bold">{title}</h2>
      {change}
    </div>
    {children}
  </section>
)

export const SummaryRows = ({ rows }: { rows: SummarySection['rows'] }) => (
  <dl className="grid grid-cols-1">
    {rows.map(({ what, how, warning }) => (
      <div
        key={what}
        className="grid grid-cols-1 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-x-4"
      >
        <dt className="text-sub text-ink-2">{what}</dt>
        <dd className="min-w-0 font-bold wrap-anywhere">
          {how}
          {warning && (
            <span className="mt-1 flex gap-2 font-normal text-kaki-ink">
              <CircleAlert aria-hidden="true" size={20} className="mt-1 shrink-0" />
              {warning}
            </span>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
