import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { Remedy } from '#kernel/enums.ts'
import { formatMoment, formatYen } from '#kernel/format.ts'
import type { EventId } from '#kernel/ids.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { mailToOf, notify } from '#modules/notifications/notify.server.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { type ClaimTransition, claimRuleOf, claimTransitions, momentOfClaim } from '../claim-process.ts'
import type { Order } from '../order-store.server.ts'
import type { Party } from '../process/transition-rule.ts'
import { claimReasonWord, remedyText, wholeOrderWord } from './claim-labels.ts'
import { type Claim, claimFacts } from './claim-store.server.ts'
import { remedyYen } from './claim-terms.ts'

type To = Extract<Party, 'restaurant' | 'farm' | 'staff'>

/** What each side can do about it; where nothing can be done, what happens automatically. */
const advice: Partial<Record<ClaimTransition, Partial<Record<To, string>>>> = {
  open: { farm: '注文の画面で、報告に回答してください。期限までに回答がない場合は、自動で決定します。' },
  answer: {
    restaurant:
      '伝票の画面で、農園の回答を承諾するか、運営に判断を依頼するかを選択できます。回答がない場合は、自動で決定します。',
  },
  sendBack: {
    restaurant: '負担者は運営が決定します。決定するまで、この注文は請求しません。',
    farm: '負担者は運営が決定します。返送された商品の状態は、お問い合わせからお知らせください。',
    staff: '送り状と双方の説明を確認し、報告の画面で負担者を決定してください。',
  },
  silenceEscalates: { staff: '農園の回答がありません。報告の画面で決定してください。' },
  silenceOnPart: { staff: '飲食店の回答がありません。報告の画面で決定してください。' },
  escalate: {
    restaurant: '運営が双方の説明を確認して決定します。3営業日が目安です。',
    farm: '運営が双方の説明を確認して決定します。3営業日が目安です。',
    staff: '双方の説明と写真を確認し、報告の画面で決定してください。',
  },
  recheck: { staff: '再審査の依頼がありました。報告の画面で決定してください。' },
  decide: {
    restaurant: '決定に納得できない場合は、3日以内に1回のみ再審査を依頼できます。',
    farm: '決定に納得できない場合は、3日以内に1回のみ再審査を依頼できます。',
  },
  noDecision: { staff: '期限までに決定しなかったため、当社負担になりました。' },
}

const claimNews = notificationKind('claim_news', {
  about: 'claim',
  tradeRecord: true,
  data: z.object({
    news: z.enum(claimTransitions),
    to: z.enum(['restaurant', 'farm', 'staff']),
    number: z.string(),
    farm: z.string(),
    restaurant: z.string(),
    line: z.string(),
    reason: z.string(),
    amount: z.string(),
    remedy: z.string().nullable(),
    until: z.string().nullable(),
    words: z.string().nullable(),
  }),
  message: ({ news, to, number, farm, restaurant, line, reason, amount, remedy, until, words }) => {
    const told = advice[news]?.[to]
    return {
      title: `${claimRuleOf(news).told}（${line}・${number}）`,
      heading: claimRuleOf(news).told,
      summary: `${line}・${number}`,
      parts: [
        told !== undefined && { text: told },
        {
          facts: [
            ['報告', number],
            to === 'restaurant' ? ['農園', farm] : ['飲食店', restaurant],
            ...(to === 'staff' ? [['農園', farm] as const] : []),
            ['商品', line],
            ['理由', reason],
            ['報告の金額（税抜）', amount],
            ...(remedy ? [['回答・決定内容', remedy] as const] : []),
            ...(until ? [['期限', until] as const] : []),
          ],
        },
        words && { quote: words },
      ],
    }
  },
  sample: {
    news: 'open',
    to: 'farm',
    number: '261124-00042-1-C1',
    farm: '佐藤農園',
    restaurant: 'ビストロ 灯',
    line: '大玉トマト',
    reason: '傷み・破損',
    amount: '¥3,600',
    remedy: null,
    until: '11月24日（火）10:00',
    words: '3箱のうち1箱が、底の部分でつぶれていました。',
  },
})

export const claimKinds = [claimNews] as const

/** Until when the notified side can respond. */
const until = { open: 'farmAnswerAt', answer: 'buyerAnswerAt', decide: 'recheckUntil' } as const

/**
 * Notifies the parties that the process names, in the transaction of the step; the key is the event's and the reader's.
 */
export async function tellOfClaim(
  ctx: Ctx,
  { order, claim }: { order: Order; claim: Claim },
  news: ClaimTransition,
  { eventId, words, remedy }: { eventId: EventId; words?: string | undefined; remedy?: Remedy | null },
): Promise<void> {
  const { tells } = claimRuleOf(news)
  if (tells.length === 0) return
  const known = await ctx.db
    .selectFrom('orders')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurantId')
    .innerJoin('purchases', 'purchases.id', 'orders.purchaseId')
    .innerJoin('people', 'people.id', 'purchases.personId')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders.id')
    .select(['farms.name as farm', 'restaurants.name as restaurant', 'orderLines.name as line'])
    .select(['people.id as personId', 'people.email'])
    .where('orders.id', '=', order.id)
    .where('orderLines.id', '=', claim.lineId)
    .executeTakeFirstOrThrow()
  const line = claim.wholeOrder ? wholeOrderWord : known.line
  const at = Object.entries(until).find(([name]) => name === news)?.[1]
  const about = {
    news,
    number: claim.number,
    farm: known.farm,
    restaurant: known.restaurant,
    line,
    reason: claimReasonWord[claim.reason],
    amount: formatYen(claim.amountYen),
    remedy: remedy ? remedyText(remedy.kind, remedy.percent, remedyYen(claim.amountYen, remedy)) : null,
    until: at ? formatMoment(momentOfClaim(claimFacts(claim, order), at)) : null,
    words: words?.trim() || null,
  }
  const told = (to: To) => ({ key: `event:${eventId}:${to}`, kind: claimNews, data: { ...about, to } })
  if (tells.includes('restaurant')) await notify(ctx.db, ctx.now, { ...told('restaurant'), to: mailToOf(known) })
  if (tells.includes('farm')) await tellOwners(ctx.db, ctx.now, { farmId: claim.farmId }, told('farm'))
  if (tells.includes('staff')) await notify(ctx.db, ctx.now, { ...told('staff'), to: 'staff' })
}
