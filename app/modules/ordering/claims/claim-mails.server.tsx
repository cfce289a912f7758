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
  open: { farm: '注文の画面で、申し出に答えてください。期限までに返事がないときは、自動で決まります。' },
  answer: {
    restaurant:
      '伝票の画面で、農園の返事を受けるか、運営に見てもらうかを選べます。返事がないときは、自動で決まります。',
  },
  sendBack: {
    restaurant: 'だれが負担するかを、運営が決めます。決まるまで、この注文は請求しません。',
    farm: 'だれが負担するかを、運営が決めます。もどった品のようすは、お問い合わせから知らせてください。',
    staff: '送り状と両方の話を見て、申し出の画面で、だれが負担するかを決めてください。',
  },
  silenceEscalates: { staff: '農園の返事がありません。申し出の画面で決めてください。' },
  silenceOnPart: { staff: 'お店の返事がありません。申し出の画面で決めてください。' },
  escalate: {
    restaurant: '運営が両方の話を見て決めます。3営業日が目安です。',
    farm: '運営が両方の話を見て決めます。3営業日が目安です。',
    staff: '両方の話と写真を見て、申し出の画面で決めてください。',
  },
  recheck: { staff: 'もう一度見てほしいとの申し出です。申し出の画面で決めてください。' },
  decide: {
    restaurant: '納得できないときは、3日のうちに一度だけ、もう一度見てもらえます。',
    farm: '納得できないときは、3日のうちに一度だけ、もう一度見てもらえます。',
  },
  noDecision: { staff: '期限までに決まらなかったので、運営の負担になりました。' },
}

const claimNews = notificationKind('claim_news', {
  about: 'claim',
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
            ['申し出', number],
            to === 'restaurant' ? ['農園', farm] : ['飲食店', restaurant],
            ...(to === 'staff' ? [['農園', farm] as const] : []),
            ['品', line],
            ['わけ', reason],
            ['申し出の金額（税抜）', amount],
            ...(remedy ? [['返事・決まったこと', remedy] as const] : []),
            ...(until ? [['いつまで', until] as const] : []),
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
    words: '3箱のうち1箱が、底のほうでつぶれていました。',
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
