import type { InvoiceContent } from '#modules/issued-documents/document-content.ts'

/** The bank account that an invoice is paid to. */
export const PayToLines = ({ payTo }: { payTo: NonNullable<InvoiceContent['payTo']> }) => (
  <div>
    <p className="wrap-anywhere">
      {payTo.bank} {payTo.branch} {payTo.type} {payTo.number}
    </p>
    <p className="wrap-anywhere">{payTo.holder}</p>
  </div>
)
