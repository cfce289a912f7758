import type { ColumnType, Generated } from 'kysely'
import type { Json } from '#infra/db/column-types.ts'
import type { PaymentMethod } from '#kernel/enums.ts'
import type {
  AdminId,
  AllocationId,
  BankFileId,
  BankRowId,
  CardCheckoutId,
  CardHoldId,
  CardMovementId,
  ChargeId,
  DebitAgreementId,
  DebitItemId,
  DebitResultId,
  DebitRunId,
  DepositClearingId,
  EventId,
  FarmId,
  IssuedDocumentId,
  OrderId,
  OwnBankAccountId,
  PaymentId,
  PayRunItemId,
  PersonId,
  RestaurantId,
} from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { StatementLayout } from '#modules/banking/bank-statement.ts'
import type { DebitOutcome } from '#modules/banking/direct-debit.ts'
import type { Collected } from './deposit-labels.ts'
import type { DepositNature } from './match-deposit.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type PaymentsTables = {
  payments: {
    id: PaymentId
    eventKey: string
    method: PaymentMethod
    receivedOn: JstDate
    yen: Yen
    payer: string
    at: Date
  }
  /** Without a document: credit of the restaurant for its next invoice. Without a payment: a write-off (貸倒れ). */
  paymentAllocations: {
    id: AllocationId
    paymentId: PaymentId | null
    restaurantId: RestaurantId
    documentId: IssuedDocumentId | null
    yen: Yen
    reason: string
    reverses: AllocationId | null
    eventId: EventId | null
    takenFrom: Generated<'payment' | 'bank_fees' | 'bad_debt'>
    at: Date
  }
  ownBankAccounts: {
    id: OwnBankAccountId
    bank: string
    branch: string
    number: string
    name: string
    holderKana: string
    virtualAccounts: boolean
    endedAt: ColumnType<Date | null, null | undefined, Date | null>
    version: Generated<number>
    eventId: EventId
    at: Date
  }
  virtualAccounts: {
    number: string
    restaurantId: RestaurantId
    eventId: EventId
    fromAt: Date
    endedAt: ColumnType<Date | null, null | undefined, Date>
  }
  depositSettings: { onlyRow: Generated<boolean>; booksBankFees: Generated<boolean>; version: Generated<number> }
  bankFiles: {
    id: BankFileId
    sha256: string
    name: string
    layout: StatementLayout
    bytes: Buffer
    rowCount: number
    accountId: OwnBankAccountId | null
    eventId: EventId
    at: Date
  }
  bankImports: {
    fileId: BankFileId
    accountId: OwnBankAccountId
    layout: StatementLayout
    fromOn: JstDate
    toOn: JstDate
    rowCount: number
    eventId: EventId
    at: Date
  }
  /** How far the deposits of an imported file have been matched by themselves. */
  bankMatchings: { fileId: BankFileId; through: number; matched: number; begunAt: Date; endedAt: Date | null }
  bankRows: {
    id: BankRowId
    fileId: BankFileId
    accountId: OwnBankAccountId
    rowKey: string
    ordinal: number
    onDay: JstDate
    valueOn: JstDate
    yen: Yen
    unclearedYen: Yen
    payerKana: string
    text: string
    virtualAccount: string | null
    edi: string
    nature: DepositNature
    paymentId: PaymentId | null
    at: Date
  }
  depositClearings: {
    id: DepositClearingId
    paymentId: PaymentId
    yen: Yen
    payRunItemId: PayRunItemId | null
    collected: ColumnType<Collected | null, Collected | null | undefined, Collected | null>
    feeYen: Generated<Yen>
    reverses: ColumnType<DepositClearingId | null, DepositClearingId | null | undefined, DepositClearingId | null>
    reason: string
    eventId: EventId
    at: Date
  }
  depositHolds: { paymentId: PaymentId; held: boolean; note: string; eventId: EventId; at: Date }
  payerNames: { restaurantId: RestaurantId; nameKey: string; eventId: EventId; at: Date }
  debitSettings: {
    id: Generated<boolean>
    collectorCode: Generated<string>
    collectorName: Generated<string>
    bankCode: Generated<string>
    branchCode: Generated<string>
    type: Generated<'1' | '2'>
    number: Generated<string>
    leadDays: Generated<number>
    version: Generated<number>
  }
  debitAgreements: {
    id: DebitAgreementId
    restaurantId: RestaurantId
    customer: string
    bankCode: string
    bankName: string
    bankKana: string
    branchCode: string
    branchName: string
    branchKana: string
    type: '1' | '2'
    sealedNumber: string
    lastDigits: string
    sealedHolder: string
    askedBy: PersonId
    askedAt: Date
    agreedAt: Date | null
    endedAt: Date | null
    endReason: 'refused' | 'withdrawn' | 'replaced' | 'stopped' | null
    note: Generated<string>
  }
  debitRuns: {
    id: DebitRunId
    debitOn: JstDate
    collectorCode: string
    itemCount: number
    totalYen: Yen
    madeBy: AdminId
    madeAt: Date
    fileAt: Date | null
    cancelledBy: AdminId | null
    cancelledAt: Date | null
  }
  debitItems: {
    id: DebitItemId
    runId: DebitRunId
    agreementId: DebitAgreementId
    restaurantId: RestaurantId
    documentId: IssuedDocumentId
    yen: Yen
    outcome: DebitOutcome | 'cancelled' | null
    endedAt: Date | null
  }
  debitResults: {
    id: DebitResultId
    runId: DebitRunId
    sha256: string
    name: string
    bytes: Buffer
    eventId: EventId
    at: Date
    undoneAt: Date | null
  }
  debitPayments: { paymentId: PaymentId; resultId: DebitResultId; matchId: EventId }
  /** The saved card is null as a whole. */
  cardCustomers: {
    restaurantId: RestaurantId
    customer: string
    method: string | null
    brand: string | null
    lastFour: string | null
    expiresOn: JstDate | null
    savedAt: Date | null
  }
  cardCheckouts: {
    id: CardCheckoutId
    restaurantId: RestaurantId
    personId: PersonId
    key: string
    input: Json<unknown>
    at: Date
  }
  cardOrders: {
    orderId: OrderId
    at: Date
    releasedAt: Date | null
    attempts: Generated<number>
    nextAt: ColumnType<Date | null, Date | null | undefined, Date | null>
    failure: ColumnType<string | null, string | null | undefined, string | null>
    gaveUpAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  cardHolds: {
    id: CardHoldId
    restaurantId: RestaurantId
    farmId: FarmId
    checkoutId: CardCheckoutId | null
    orderId: OrderId | null
    renews: CardHoldId | null
    yen: Yen
    state: 'asked' | 'proving' | 'held' | 'captured' | 'released' | 'failed'
    intent: string | null
    failure: string | null
    until: Date | null
    at: Date
    endedAt: Date | null
  }
  cardCharges: { chargeId: ChargeId; at: Date }
  cardMovements: {
    id: CardMovementId
    holdId: CardHoldId
    chargeId: ChargeId
    kind: 'capture' | 'refund'
    yen: Yen
    state: 'asked' | 'done' | 'failed'
    failure: string | null
    paymentId: PaymentId | null
    at: Date
    endedAt: Date | null
    attempts: Generated<number>
    nextAt: ColumnType<Date | null, Date | null | undefined, Date | null>
    undoneBy: ColumnType<PaymentId | null, PaymentId | null | undefined, PaymentId | null>
  }
  cardDisputes: {
    id: string
    holdId: CardHoldId
    yen: Yen
    reason: string
    state: 'open' | 'won' | 'lost'
    at: Date
    endedAt: Date | null
  }
}
