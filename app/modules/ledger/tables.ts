import type { NotNull } from 'kysely'
import type { Json } from '#infra/db/column-types.ts'
import type { AdjustmentId, ChargeId, EventId, FarmId, LedgerEntryId, OrderId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { TaxOfRate } from '#modules/pricing/tax/consumption-tax.ts'
import type { Account } from './accounts.ts'

/** What a charge is that joins its order: no late charge. */
export type ChargeOfOrder = { kind: 'sale' | 'adjustment' | 'cancel_fee'; orderId: NotNull; farmId: NotNull }

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type LedgerTables = {
  charges: {
    id: ChargeId
    eventKey: string
    kind: 'sale' | 'adjustment' | 'cancel_fee' | 'late_charge'
    /** Null as the farm: a late charge. */
    orderId: OrderId | null
    adjustmentId: AdjustmentId | null
    restaurantId: RestaurantId
    farmId: FarmId | null
    suppliedOn: JstDate
    bookedOn: JstDate
    goodsYen: Yen
    freightYen: Yen
    untaxedYen: Yen
    perRate: Json<TaxOfRate[]>
    taxYen: Yen
    totalYen: Yen
    farmYen: Yen
    feeYen: Yen
    sellerNumber: string | null
    at: Date
  }
  ledgerEntries: {
    id: LedgerEntryId
    eventKey: string
    kind: string
    onDay: JstDate
    memo: string
    reverses: LedgerEntryId | null
    at: Date
  }
  /** Debit above zero, credit below. */
  ledgerPostings: {
    entryId: LedgerEntryId
    ordinal: number
    account: Account
    restaurantId: RestaurantId | null
    farmId: FarmId | null
    yen: Yen
  }
  ledgerMonths: { month: JstDate; closedAt: Date; eventId: EventId }
  /** A copy for reading, and the changes that it does not have yet, which triggers write. */
  keptSums: { what: string; restaurantId: RestaurantId | null; farmId: FarmId | null; yen: Yen }
  keptSumChanges: { what: string; restaurantId: RestaurantId | null; farmId: FarmId | null; yen: Yen }
  /** Which charges are in no period of a restaurant or a farm yet; triggers keep it. */
  unclosedCharges: { partyId: RestaurantId | FarmId; suppliedOn: JstDate; chargeId: ChargeId }
}
