import { sql } from 'kysely'
import { z } from 'zod'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { inquiryKinds } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId, type ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { nameRefusal, nameRefusalText } from '#kernel/name.ts'
import { phoneRefusalText } from '#kernel/phone.ts'
import { readReachablePhone } from '#kernel/phone-check.server.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { EmailIn, IdOf, Written } from '#kernel/schema.ts'
import { lengthOf, tooShortText } from '#kernel/text.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { mayMailStranger } from '#modules/identity/mail-throttle.server.ts'
import { siteOf } from '#modules/identity/network.server.ts'
import { normaliseEmail } from '#modules/identity/sign-in.server.ts'
import { waitAfterAll } from '#modules/identity/throttle.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { takePhotos } from '#modules/photos/keep-photo.server.ts'
import { type PhotoKey, parsePhotoKey } from '#modules/photos/photo.ts'
import { existsFor } from '#modules/products/catalog/price-terms.server.ts'
import { answerDay } from './answer-day.server.ts'
import { type InquiryNumber, inquiryLength, inquiryNumber, sides } from './inquiry.ts'
import { inquiryArrived, inquiryReceived } from './inquiry-mails.server.tsx'
import { inquiryRefusals, type SendInquiryRefusal } from './refusal-text.ts'

const publicName = (longest: number, missing: string) =>
  Written(longest, missing)
    .superRefine((text, issue) => {
      const refusal = nameRefusal(text)
      if (refusal) issue.addIssue({ code: 'custom', message: nameRefusalText[refusal] })
    })
    .meta({ maxLength: longest })

/** The fields of a question, on the page and in the API. */
export const inquiryFields = {
  body: Written(inquiryLength.most, '内容を入力してください')
    .min(inquiryLength.least, tooShortText(inquiryLength.least))
    // letters that the first rule counts twice; one sentence is enough
    .refine(
      (text) => text.length < inquiryLength.least || lengthOf(text) >= inquiryLength.least,
      tooShortText(inquiryLength.least),
    )
    .meta({ maxLength: inquiryLength.most }),
  name: publicName(60, 'お名前を入力してください'),
  email: EmailIn,
  phone: z.string('文字で入力してください。').transform((typed, issue) => {
    const phone = readReachablePhone(typed)
    if (phone.ok) return phone.value
    issue.addIssue({ code: 'custom', message: phoneRefusalText(phone.refusal) })
    return z.NEVER
  }),
  orderId: IdOf<'order'>('注文'),
  productId: IdOf<'product'>('商品'),
}

export const applicantFields = { side: z.enum(sides), organisation: publicName(80, '店名・農園名を入力してください') }

/** The key of the form, which visitors have as well, and the network address. */
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
export const sendInquiry = repeatable({
  name: 'inquiry.send',
  permission: 'public',
  input: {
    ...inquiryFields,
    kind: z.enum(inquiryKinds),
    /** For `signup` only. */
    applicant: z.object(applicantFields).nullable(),
    phone: inquiryFields.phone.nullable(),
    orderId: inquiryFields.orderId.nullable(),
    productId: inquiryFields.productId.nullable(),
    photos: z.array(z.custom<PhotoKey>((key) => parsePhotoKey(key) !== null)).readonly(),
  },
  refusals: inquiryRefusals('too_many_inquiries', 'photos_gone', 'key_reused'),
  run: async (
    ctx,
    inquiry,
    { key, ip }: Sending,
  ): Promise<Result<{ number: InquiryNumber; answerDueOn: JstDate }, SendInquiryRefusal>> => {
    authorize(ctx.actor, 'inquiry.send', null)
    const writer = 'personId' in ctx.actor ? ctx.actor.personId : (siteOf(ip) ?? 'an unknown network')
    const wait = await waitAfterAll(ctx, [
      { what: 'inquiry-ip', whose: ip, limit: inquiryLimits.ip },
      { what: 'inquiry-email', whose: `${normaliseEmail(inquiry.email)} ${writer}`, limit: inquiryLimits.email },
    ])
    if (wait > 0) return refuseFor('too_many_inquiries', wait)
    return idempotent(ctx, 'inquiry.send', key, inquiry, (within) => keepInquiry(within, inquiry, key), {
      who: 'public',
    })
  },
})

export type Inquiry = Parameters<typeof sendInquiry>[1]

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
