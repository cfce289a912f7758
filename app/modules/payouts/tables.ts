import type { AdminId, ChargeId, FarmId, IssuedDocumentId, ObjectionId, PersonId } from '#kernel/ids.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type PayoutsTables = {
  /** `personId` null: no answer until the day that the statement names. */
  statementConfirmations: { documentId: IssuedDocumentId; personId: PersonId | null; at: Date }
  statementObjections: {
    id: ObjectionId
    documentId: IssuedDocumentId
    chargeId: ChargeId
    farmId: FarmId
    words: string
    personId: PersonId
    at: Date
  }
  objectionAnswers: { objectionId: ObjectionId; accepted: boolean; words: string; adminId: AdminId; at: Date }
}
