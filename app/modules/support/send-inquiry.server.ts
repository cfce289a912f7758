import { sql } from 'kysely'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { InquiryKind } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId, type OrderId, type ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Phone } from '#kernel/phone.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { mayMailStranger } from '#modules/identity/mail-throttle.server.ts'
import { siteOf } from '#modules/identity/network.server.ts'
import { normaliseEmail } from '#modules/identity/sign-in.server.ts'
import { waitAfterAll } from '#modules/identity/throttle.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { takePhotos } from '#modules/photos/keep-photo.server.ts'
import type { PhotoKey } from '#modules/photos/photo.ts'
import { existsFor } from '#modules/products/catalog/price-terms.server.ts'
import { answerDay } from './answer-day.server.ts'
import { type InquiryNumber, inquiryNumber, type Side } from './inquiry.ts'
import { inquiryArrived, inquiryReceived } from './inquiry-mails.server.tsx'
import type { SendInquiryRefusal } from './refusal-text.ts'

export type Inquiry = {
  kind: InquiryKind
  /** For `signup` only: the side, and the name of the organisation. */
  applicant: { side: Side; organisation: string } | null
  /** 10–4,000 characters. */
  body: string
  name: string
  email: Email
  phone: Phone | null
  orderId: OrderId | null
  productId: ProductId | null
  photos: readonly PhotoKey[]
}

/** The key of the form and the network address. */
type Sending = { key: string; ip: string | null }

/**
 * Within a quarter of an hour: a kitchen behind one address may ask often, one mail address may not. It is counted per
 * writer (a member, or a network), so that no one can use up the limit of another.
 */
export const inquiryLimits = {
  ip: { most: 20, withinMs: 15 * 60_000 },
  email: { most: 5, withinMs: 15 * 60_000 },
}

/**
 * Sends an inquiry from a visitor, a restaurant or a farm. It gets a number, we promise an answer by a day, and both
 * sides get a mail. Only an order that the writer may see can be named.
 */
export async function sendInquiry(
  ctx: Ctx,
  inquiry: Inquiry,
  { key, ip }: Sending,
): Promise<Result<{ number: InquiryNumber; answerDueOn: JstDate }, SendInquiryRefusal>> {
  authorize(ctx.actor, 'inquiry.send', null)
  const writer = 'personId' in ctx.actor ? ctx.actor.personId : (siteOf(ip) ?? 'an unknown network')
  const wait = await waitAfterAll(ctx, [
    { what: 'inquiry-ip', whose: ip, limit: inquiryLimits.ip },
    { what: 'inquiry-email', whose: `${normaliseEmail(inquiry.email)} ${writer}`, limit: inquiryLimits.email },
  ])
  if (wait > 0) return refuseFor('too_many_inquiries', wait)
  return idempotent(ctx, 'inquiry.send', key, inquiry, (within) => keepInquiry(within, inquiry, key), 'anybody')
}

async function keepInquiry(ctx: Ctx, inquiry: Inquiry, key: string) {
  const { db, actor, now } = ctx
  if (inquiry.orderId) await orderDetail(ctx, inquiry.orderId)
  if (inquiry.productId) await requireProduct(ctx, inquiry.productId)
  const photos = await takePhotos(db, key, inquiry.photos)
  if (photos.length < inquiry.photos.length) return refuse('photos_gone')

  const id = newId<'inquiry'>()
  const day = jstDateOf(now)
  const number = inquiryNumber(day, await nextOf(ctx, day))
  const answerDueOn = answerDay(day)
  await db
    .insertInto('inquiries')
    .values({
      id,
      number,
      kind: inquiry.kind,
      state: 'open',
      body: inquiry.body,
      name: inquiry.name,
      email: inquiry.email,
      phone: inquiry.phone,
      side: inquiry.applicant?.side ?? null,
      organisation: inquiry.applicant?.organisation ?? null,
      personId: 'personId' in actor ? actor.personId : null,
      restaurantId: actor.kind === 'buyer' ? actor.restaurantId : null,
      farmId: actor.kind === 'farm' ? actor.farmId : null,
      orderId: inquiry.orderId,
      productId: inquiry.productId,
      sentAt: now,
      answerDueOn,
      firstAnsweredAt: null,
    })
    .execute()
  if (photos.length > 0)
    await db
      .insertInto('inquiryPhotos')
      .values(photos.map((photo_key) => ({ inquiryId: id, photoKey: photo_key })))
      .execute()

  const about = { number, kind: inquiry.kind, answerDueOn }
  const known = 'personId' in actor
  if ((await isOwnAddress(ctx, inquiry.email)) || (await mayTell(ctx, 'inquiry_received', inquiry.email)))
    await notify(db, now, {
      key: `inquiry:${id}:received`,
      kind: inquiryReceived,
      to: inquiry.email,
      data: { ...about, body: known ? inquiry.body : null },
    })
  if (await mayTell(ctx, 'inquiry_arrived', 'staff'))
    await notify(db, now, {
      key: `inquiry:${id}:arrived`,
      kind: inquiryArrived,
      to: 'staff',
      data: { ...about, id, name: inquiry.name, body: inquiry.body },
    })
  return ok({ number, answerDueOn })
}

/** Whether another mail about an inquiry may be sent to this address today; the inquiry is stored in any case. */
const mayTell = async (ctx: Ctx, kind: 'inquiry_received' | 'inquiry_arrived', to: string): Promise<boolean> =>
  (await mayMailStranger(ctx, kind, normaliseEmail(to))).may === 'send'

async function isOwnAddress({ db, actor }: Ctx, email: Email): Promise<boolean> {
  if (!('personId' in actor)) return false
  const own = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', actor.personId)
    .where('email', '=', normaliseEmail(email))
    .where('emailVerifiedAt', 'is not', null)
    .executeTakeFirst()
  return own !== undefined
}

async function requireProduct(ctx: Ctx, id: ProductId): Promise<void> {
  await ctx.db
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .where('status', '<>', 'draft')
    .where(existsFor(ctx, 'products'))
    .executeTakeFirstOrThrow(() => new NotFound('product'))
}

/** One row per day, locked until the inquiry is stored: the numbers of a day have no gaps. */
async function nextOf({ db }: Ctx, day: JstDate): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    insert into inquiry_days (day, n) values (${day}, 1)
    on conflict (day) do update set n = inquiry_days.n + 1 returning n`.execute(db)
  return rows[0]?.n ?? 1
}
