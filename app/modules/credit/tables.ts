import type { Generated } from 'kysely'
import type {
  CreditLimitId,
  CreditRequestId,
  EventId,
  IssuedDocumentId,
  OrderStopId,
  RestaurantId,
} from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { ReminderDays } from './reminder-days.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type CreditTables = {
  creditTerms: {
    single: Generated<boolean>
    defaultLimitYen: Generated<Yen>
    overdueDays: Generated<number>
    version: Generated<number>
  }
  /** Of the late charge, from a day on; in tenths of a percent a year, 0: off. */
  lateChargeRates: { fromOn: JstDate; rateTenths: number; eventId: EventId; at: Date }
  /** The latest one counts. */
  creditLimits: {
    id: CreditLimitId
    restaurantId: RestaurantId
    limitYen: Yen
    reason: string
    setBy: string
    eventId: EventId
    at: Date
  }
  /** Answered at most once; one open request of a restaurant at a time. */
  creditRequests: {
    id: CreditRequestId
    restaurantId: RestaurantId
    limitYen: Yen
    reason: string
    askedBy: string
    at: Date
    answeredAt: Date | null
    answeredBy: string | null
    agreed: boolean | null
    answer: string | null
  }
  orderStops: {
    id: OrderStopId
    restaurantId: RestaurantId
    kind: 'overdue' | 'staff'
    reason: string
    /** Null: by itself, as is a release. */
    stoppedBy: string | null
    at: Date
    releasedAt: Date | null
    releasedBy: string | null
    releaseReason: string | null
  }
  invoiceReminders: { documentId: IssuedDocumentId; days: ReminderDays; yen: Yen; at: Date }
  /** A view: the invoices that count, and what is open of each. */
  openInvoices: {
    id: IssuedDocumentId
    restaurantId: RestaurantId
    number: string
    issuedOn: JstDate
    dueOn: JstDate | null
    totalYen: Yen
    unpaidYen: Yen
    disputedYen: Yen
  }
}
