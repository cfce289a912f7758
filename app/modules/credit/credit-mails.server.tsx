import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import type { CreditRequestId, RestaurantId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { ownersOf, tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { type CreditStanding, exposureOf, isNearLimit } from './credit-standing.ts'
import { reminderDays } from './reminder-days.ts'

const billing = ourPage('/restaurant/invoices#credit')

/** To the owners, when an order leads past 80 % of the limit. */
const creditNear = notificationKind('credit_near', {
  about: 'account',
  data: z.object({ used: z.string(), limit: z.string(), left: z.string() }),
  message: ({ used, limit, left }) => ({
    title: '掛け払いの利用額が限度額に近づいています',
    summary: `利用額 ${used}（限度額 ${limit}、残り${left}）。`,
    parts: [
      {
        text: '掛け払いの利用額が、限度額の80%を超えました。限度額を超えると、新しい注文ができなくなります。必要な場合は、早めに限度額の引き上げをご依頼ください。',
      },
      {
        facts: [
          ['利用額', used],
          ['限度額', limit],
          ['残り', left],
        ],
      },
      { button: '利用状況を確認', to: billing },
    ],
  }),
  sample: { used: '¥820,000', limit: '¥1,000,000', left: '¥180,000' },
})

const creditLimitSet = notificationKind('credit_limit_set', {
  about: 'account',
  data: z.object({ before: z.string(), now: z.string() }),
  message: ({ before, now }) => ({
    title: `掛け払いの限度額を${now}に変更しました`,
    summary: `変更前の限度額は${before}です。`,
    parts: [
      {
        facts: [
          ['変更前', before],
          ['変更後', now],
        ],
      },
      { button: '利用状況を確認', to: billing },
    ],
  }),
  sample: { before: '¥1,000,000', now: '¥1,500,000' },
})

/** To staff. */
const creditLimitAsked = notificationKind('credit_limit_asked', {
  about: null,
  data: z.object({
    restaurant: z.string(),
    restaurantId: z.string(),
    before: z.number(),
    asked: z.number(),
    reason: z.string(),
  }),
  message: ({ restaurant, restaurantId, before, asked, reason }) => ({
    title: `${restaurant}から限度額の引き上げの依頼がありました`,
    summary: `${formatYen(before)} から ${formatYen(asked)} への引き上げです。`,
    parts: [
      {
        facts: [
          ['飲食店', restaurant],
          ['現在の限度額', formatYen(before)],
          ['希望する限度額', formatYen(asked)],
        ],
      },
      { quote: reason },
      { button: '依頼に回答する', to: ourPage(`/admin/billing/credit?of=${restaurantId}`) },
    ],
  }),
  sample: {
    restaurant: 'ビストロ若葉',
    restaurantId: '0191d7a2-0000-7000-8000-000000000001',
    before: 1_000_000,
    asked: 1_500_000,
    reason: '12月の宴会の予約が増えたため',
  },
})

const creditLimitDeclined = notificationKind('credit_limit_declined', {
  about: 'account',
  data: z.object({ asked: z.number(), reason: z.string() }),
  message: ({ asked, reason }) => ({
    title: '掛け払いの限度額の引き上げについて',
    summary: `ご依頼の限度額（${formatYen(asked)}）への引き上げは、見送らせていただきました。`,
    parts: [
      { text: '限度額の引き上げのご依頼について、次の理由により、今回は見送らせていただきました。' },
      { quote: reason },
      { button: '利用状況を確認', to: billing },
    ],
  }),
  sample: { asked: 1_500_000, reason: '支払期日を過ぎた請求書があるため' },
})

const orderingStopped = notificationKind('ordering_stopped', {
  about: 'account',
  data: z.object({ reason: z.string() }),
  message: ({ reason }) => ({
    title: 'ご注文の受け付けを停止しました',
    summary: reason,
    parts: [
      {
        text: '次の理由により、貴店からの新しいご注文の受け付けを停止しました。すでに確定しているご注文は、予定どおりお届けします。',
      },
      { quote: reason },
      {
        text: '行き違いでお支払いいただいている場合は、ご容赦ください。ご不明な点は、お問い合わせからご連絡ください。',
      },
      { button: '請求と支払いを確認', to: billing },
    ],
  }),
  sample: { reason: '支払期日を14日以上過ぎた請求書のご入金を確認できていません。' },
})

const orderingReleased = notificationKind('ordering_released', {
  about: 'account',
  data: z.object({}),
  message: () => ({
    title: 'ご注文の受け付けを再開しました',
    summary: '再び注文できます。',
    parts: [
      { text: '貴店からのご注文の受け付けを再開しました。引き続きよろしくお願いいたします。' },
      { button: '商品を見る', to: ourPage('/restaurant/products') },
    ],
  }),
  sample: {},
})

const invoiceReminder = notificationKind('invoice_reminder', {
  about: 'account',
  data: z.object({
    days: z.union(reminderDays.map((days) => z.literal(days))),
    number: z.string(),
    dueOn: z.iso.date().transform(jstDate),
    amount: z.string(),
    /** From this day on nothing can be ordered; mails from before do not say it. */
    stopOn: z.iso.date().transform(jstDate).nullable().default(null),
  }),
  message: ({ days, number, dueOn, amount, stopOn }) => ({
    title: reminderTitle(days, number),
    summary: `支払期日 ${formatDayWithYear(dueOn)}、未入金額 ${amount}。`,
    parts: [
      { text: reminderText[days] },
      {
        facts: [
          ['請求書番号', number],
          ['支払期日', formatDayWithYear(dueOn)],
          ['未入金額', amount],
          ...(stopOn ? [['ご注文の停止', `${formatDayWithYear(stopOn)}（ご入金がない場合）`] as const] : []),
        ],
      },
      { button: '請求と支払いを確認', to: billing },
      { text: '行き違いですでにお支払いいただいている場合は、ご容赦ください。' },
    ],
  }),
  sample: {
    days: 3,
    number: 'S2026-000042',
    dueOn: jstDate('2026-11-30'),
    amount: '¥115,300',
    stopOn: jstDate('2026-12-15'),
  },
})

type Days = (typeof reminderDays)[number]

const reminderTitle = (days: Days, number: string) =>
  days < 0
    ? `支払期日が近づいています（請求書 ${number}）`
    : days === 0
      ? `本日が支払期日です（請求書 ${number}）`
      : `お支払いのお願い（請求書 ${number}）`

const reminderText: Record<Days, string> = {
  '-3': '平素よりご利用いただき、誠にありがとうございます。次の請求書の支払期日が近づいていますので、お知らせいたします。',
  '0': '平素よりご利用いただき、誠にありがとうございます。次の請求書は、本日が支払期日です。お手続きをお願いいたします。',
  '3': '次の請求書について、支払期日を過ぎましたが、ご入金を確認できていません。お手数ですが、ご確認のうえ、お支払いをお願いいたします。',
  '7': '次の請求書について、支払期日から1週間が過ぎましたが、ご入金を確認できていません。至急お支払いいただくか、お支払いの予定日をご連絡ください。',
  '14': '次の請求書について、重ねてお願いしておりますが、ご入金を確認できていません。このままお支払いを確認できない場合は、ご注文の受け付けを停止いたします。至急お支払いいただくか、ご事情をご連絡ください。',
}

export const creditKinds = [
  creditNear,
  creditLimitSet,
  creditLimitAsked,
  creditLimitDeclined,
  orderingStopped,
  orderingReleased,
  invoiceReminder,
] as const

type Caused = { restaurantId: RestaurantId; cause: string }

/** Once each time that an order leads past 80 %. */
export async function tellNearLimit(
  { db, now }: Ctx,
  { restaurantId, cause }: Caused,
  before: CreditStanding,
  addedYen: Yen,
): Promise<void> {
  if (isNearLimit(before) || !isNearLimit(before, addedYen)) return
  const used = exposureOf(before) + addedYen
  await tellOwners(
    db,
    now,
    { restaurantId },
    {
      key: `credit_near:${cause}`,
      kind: creditNear,
      data: {
        used: formatYen(used),
        limit: formatYen(before.limitYen),
        left: formatYen(yen(Math.max(0, before.limitYen - used))),
      },
    },
  )
}

export const tellLimit = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { restaurantId, cause }: Caused,
  { before, after }: { before: Yen; after: Yen },
) =>
  tellOwners(
    db,
    now,
    { restaurantId },
    {
      key: `credit_limit:${cause}`,
      kind: creditLimitSet,
      data: { before: formatYen(before), now: formatYen(after) },
    },
  )

export const tellAsked = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  cause: CreditRequestId,
  data: Parameters<typeof creditLimitAsked.message>[0],
) => notify(db, now, { key: `credit_limit_asked:${cause}`, kind: creditLimitAsked, to: 'staff', data })

export const tellDeclined = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { restaurantId, cause }: Caused,
  data: { asked: Yen; reason: string },
) => tellOwners(db, now, { restaurantId }, { key: `credit_limit_declined:${cause}`, kind: creditLimitDeclined, data })

export const tellStopped = ({ db, now }: Pick<Ctx, 'db' | 'now'>, { restaurantId, cause }: Caused, reason: string) =>
  tellOwners(db, now, { restaurantId }, { key: `order_stop:${cause}`, kind: orderingStopped, data: { reason } })

export const tellReleased = ({ db, now }: Pick<Ctx, 'db' | 'now'>, { restaurantId, cause }: Caused) =>
  tellOwners(db, now, { restaurantId }, { key: `order_release:${cause}`, kind: orderingReleased, data: {} })

/** The owners, and the person who pays the bills: the billing address, unless it is an owner's own. */
export async function tellReminder(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { restaurantId, cause, billingEmail }: Caused & { billingEmail: string },
  data: Parameters<typeof invoiceReminder.message>[0],
): Promise<void> {
  const told = { key: `invoice_reminder:${cause}`, kind: invoiceReminder, data }
  await tellOwners(db, now, { restaurantId }, told)
  const owners = await ownersOf(db, [{ restaurantId }])
  if (billingEmail === '' || owners.some(({ email }) => email === billingEmail)) return
  await notify(db, now, { ...told, key: `${told.key}:billing`, to: billingEmail as Email })
}
