import type { DbOrTx } from '#authorization/ctx.ts'
import type { ClosingDay, PaymentMethod } from '#kernel/enums.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import type { PrintedParty } from '#modules/issued-documents/document-content.ts'
import { addressLine } from '#modules/issued-documents/issuer.ts'
import { agreedDebitsOf } from '#modules/payments/debit-agreed/agreed-debit.server.ts'

export type BillTo = {
  id: RestaurantId
  closingDay: ClosingDay
  /** 口座振替 only once its bank has agreed. */
  paymentMethod: PaymentMethod
  /** Blank: its owners. */
  billingEmail: string
  to: PrintedParty
}

/**
 * Whom the invoices of these restaurants name: the billing address, else the restaurant at its first kitchen. Locked in the
 * order of their ids until the transaction ends, so that a period is closed once.
 */
export async function lockBillTo(db: DbOrTx, ids: readonly RestaurantId[]): Promise<BillTo[]> {
  if (ids.length === 0) return []
  const restaurants = await db
    .selectFrom('restaurants')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const kitchens = await db
    .selectFrom('kitchens')
    .select(['restaurantId', 'postalCode', 'prefectureCode', 'city', 'street', 'building', 'phone'])
    .distinctOn('restaurantId')
    .where('restaurantId', 'in', ids)
    .orderBy('restaurantId')
    .orderBy('id')
    .execute()
  const agreed = await agreedDebitsOf(
    db,
    restaurants.filter(({ paymentMethod }) => paymentMethod === 'direct_debit').map(({ id }) => id),
  )
  const first = new Map(kitchens.map((kitchen) => [kitchen.restaurantId, kitchen]))
  return restaurants.map((it) => {
    const kitchen = first.get(it.id)
    const at = it.billingPostalCode
      ? {
          postalCode: it.billingPostalCode,
          prefectureCode: it.billingPrefectureCode,
          city: it.billingCity,
          street: it.billingStreet,
          building: it.billingBuilding,
        }
      : kitchen
    return {
      id: it.id,
      closingDay: it.closingDay,
      paymentMethod: it.paymentMethod === 'direct_debit' && !agreed.has(it.id) ? 'transfer' : it.paymentMethod,
      billingEmail: it.billingEmail,
      to: {
        name: it.billingName || it.legalName || it.name,
        postalCode: at?.postalCode ?? '',
        address: at ? addressLine(at) : '',
        phone: it.phone || (kitchen?.phone ?? ''),
        registrationNumber: it.invoiceRegistrationNumber,
      },
    }
  })
}
