import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { type ChargeId, type IssuedDocumentId, type LedgerEntryId, newId, type RestaurantId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { postEntry } from '#modules/ledger/post-entry.server.ts'

type CardPayment = {
  eventKey: string
  restaurantId: RestaurantId
  documentId: IssuedDocumentId | null
  /** Below zero: it went back to the card. */
  yen: Yen
  reason: string
  /** The entry that it takes back. */
  reverses?: LedgerEntryId
}

/** A payment by card with its allocation and its entry, once per event, in the caller's transaction. */
export async function writeCardPayment({ db, now }: Pick<Ctx, 'db' | 'now'>, given: CardPayment) {
  const { eventKey, restaurantId, documentId, yen: amount, reason, reverses } = given
  const { name } = await db
    .selectFrom('restaurants')
    .select('name')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow()
  const { id: paymentId } = await db
    .insertInto('payments')
    .values({
      id: newId<'payment'>(),
      eventKey,
      method: 'card',
      receivedOn: jstDateOf(now),
      yen: amount,
      payer: name,
      at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('paymentAllocations')
    .values({
      id: newId<'allocation'>(),
      paymentId,
      restaurantId,
      documentId,
      yen: amount,
      reason,
      reverses: null,
      eventId: null,
      at: now,
    })
    .execute()
  await postEntry(
    { db, now },
    {
      eventKey,
      kind: 'card',
      memo: reason,
      ...(reverses && { reverses }),
      postings: [
        { account: 'card_clearing', yen: amount },
        { account: 'receivable', restaurantId, yen: yen(-amount) },
      ],
    },
  )
  return paymentId
}

/** The invoice in force that lists this charge, if it was issued before the card paid. */
export async function invoiceOf(db: DbOrTx, chargeId: ChargeId): Promise<IssuedDocumentId | null> {
  const row = await db
    .selectFrom('closingCharges')
    .innerJoin('issuedDocuments', 'issuedDocuments.closingId', 'closingCharges.closingId')
    .leftJoin('documentVoids', 'documentVoids.documentId', 'issuedDocuments.id')
    .leftJoin('issuedDocuments as later', 'later.supersedes', 'issuedDocuments.id')
    .select('issuedDocuments.id')
    .where('chargeId', '=', chargeId)
    .where('side', '=', 'restaurant')
    .where('issuedDocuments.kind', '=', 'invoice')
    .where('documentVoids.documentId', 'is', null)
    .where('later.id', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}
