import type { InvoiceContent } from '#modules/issued-documents/document-content.ts'

/** The bank account that an invoice is paid to. */
export const PayToLines = ({ payTo }: { payTo: NonNullable<InvoiceContent['payTo']> }) => (
  <div>
    <p className="flex flex-wrap gap-x-2 wrap-anywhere">
      <span>{payTo.bank}</span>
      <span>{payTo.branch}</span>
      <span className="tabular-nums">
        {payTo.type} {payTo.number}
      </span>
    </p>
    <p className="wrap-anywhere">{payTo.holder}</p>
  </div>
)
