import type { Generated } from 'kysely'
import type {
  AdminId,
  BankAccountId,
  ChargeId,
  FarmId,
  IssuedDocumentId,
  ObjectionId,
  PayRunId,
  PayRunItemId,
  PersonId,
} from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { Separator } from '#modules/banking/fixed-width.ts'
import type { AccountType } from '#modules/banking/yucho.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type PayoutsTables = {
  /** `personId` null: no answer until the day that the statement names. */
  statementConfirmations: { documentId: IssuedDocumentId; personId: PersonId | null; at: Date }
  statementObjections: {
    id: ObjectionId
    documentId: IssuedDocumentId
    chargeId: ChargeId
    farmId: FarmId
    /** From 1, its place on the printed slip; null, with the two below: the whole slip. */
    line: number | null
    lineName: string | null
    heldYen: Yen | null
    words: string
    personId: PersonId
    at: Date
  }
  objectionAnswers: { objectionId: ObjectionId; accepted: boolean; words: string; adminId: AdminId; at: Date }
  bankAccounts: {
    id: BankAccountId
    farmId: FarmId
    bankCode: string
    bankName: string
    bankKana: string
    branchCode: string
    branchName: string
    branchKana: string
    type: AccountType
    sealedNumber: string
    lastDigits: string
    sealedHolder: string
    askedBy: PersonId
    askedAt: Date
    confirmedAt: Date | null
    usableFrom: Date | null
    endedAt: Date | null
    endReason: 'cancelled' | 'stopped' | 'replaced' | null
    blockedAt: Date | null
  }
  payoutSettings: {
    id: Generated<boolean>
    senderCode: string
    senderName: string
    bankCode: string
    branchCode: string
    type: '1' | '2'
    number: string
    leastYen: Yen
    transferFeeYen: Yen
    /** What is between the records of a file for our bank. */
    lineEnds: Separator
    version: number
  }
  payRuns: {
    id: PayRunId
    payOn: JstDate
    itemCount: number
    totalYen: Yen
    madeBy: AdminId
    madeAt: Date
    releasedBy: AdminId | null
    releasedAt: Date | null
    /** When its first file for the bank was made: from then on the bank may have it. */
    fileAt: Date | null
    sentBy: AdminId | null
    sentAt: Date | null
    /** What its transfers cost us; null until it is sent. */
    feeYen: Yen | null
    cancelledBy: AdminId | null
    cancelledAt: Date | null
  }
  payRunItems: {
    id: PayRunItemId
    runId: PayRunId
    ordinal: number
    farmId: FarmId
    documentId: IssuedDocumentId
    part: 'net' | 'held'
    bankAccountId: BankAccountId
    yen: Yen
    heldYen: Yen
    endedAt: Date | null
    outcome: 'cancelled' | 'returned' | 'refused' | null
    endedOn: JstDate | null
  }
}
