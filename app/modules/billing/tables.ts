import type { ChargeId, IssuedDocumentId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type BillingTables = {
  /** Which days of an overdue invoice were charged. */
  lateCharges: {
    chargeId: ChargeId
    documentId: IssuedDocumentId
    fromOn: JstDate
    toOn: JstDate
    dayCount: number
    yen: Yen
  }
}
