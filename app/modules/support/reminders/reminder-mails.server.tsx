import { z } from 'zod'
import { facts, notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

const farm = '佐藤農園'
const delivery = '11月26日(木)'

/** To a chef whose cart is full, and whose farm takes orders for two hours more. */
export const cartCutoff = notificationKind('cart_cutoff', {
  about: 'reminder',
  data: z.object({ farm: z.string(), delivery: z.string(), until: z.string(), lines: facts }),
  message: ({ farm, delivery, until, lines }) => ({
    title: `かごの商品がまだ注文されていません（${farm}・${until}まで）`,
    heading: 'かごの商品がまだ注文されていません',
    summary: `${farm}の締切は${until}です。かごの商品はまだ注文されていません。`,
    parts: [
      {
        text: `${farm}の${delivery}お届け分は、${until}に締め切ります。締切を過ぎると、次のお届け可能日のお届けになります。`,
      },
      { facts: lines },
      { button: 'かごを見る', to: ourPage('/restaurant/cart') },
    ],
  }),
  sample: { farm, delivery, until: '11/24 12:00', lines: [['大玉トマト 桃太郎', '2箱']] },
})

/** To a farm that has not answered an order, an hour before it is too late. `answer`: where it needs no sign-in. */
export const answerDue = notificationKind('answer_due', {
  about: 'question',
  data: z.object({
    restaurant: z.string(),
    delivery: z.string(),
    until: z.string(),
    number: z.string(),
    answer: page,
    address: page,
  }),
  message: ({ restaurant, delivery, until, number, answer, address }) => ({
    title: `まだ回答がありません：${restaurant}（${until}まで）`,
    heading: `${restaurant}の注文が回答待ちです`,
    summary: `${until}を過ぎると、期限切れになります。`,
    page: address,
    parts: [
      {
        text: `${until}までに回答してください。期限を過ぎると、この注文は期限切れになり、飲食店は他の農園を探します。`,
      },
      {
        facts: [
          ['飲食店', restaurant],
          ['お届け', delivery],
          ['伝票', number],
        ],
      },
      { button: 'サインインせずに回答する', to: answer },
      { button: '注文を見る', to: address },
    ],
  }),
  sample: {
    restaurant: 'ビストロ 灯',
    delivery,
    until: '11/24 14:00',
    number: '261124-00042-1',
    answer: ourPage('/a/…'),
    address: ourPage('/farmer/orders'),
  },
})

/** The day before a farm's days off: to the farm, and (`forFarm` false) to the restaurants that order there. */
export const vacationBegins = notificationKind('vacation_begins', {
  about: 'reminder',
  data: z.object({ farm: z.string(), days: z.string(), open: z.number(), forFarm: z.boolean(), address: page }),
  message: ({ farm, days, open, forFarm, address }) => ({
    title: forFarm ? `明日から休業です（${days}）` : `${farm}が、明日から休業します（${days}）`,
    heading: forFarm ? '明日から休業です' : `${farm}が、明日から休業します`,
    summary: forFarm ? `${days}は休業です。` : `${farm}の休業日は、${days}です。`,
    parts: [
      {
        text: forFarm
          ? `${days}に出荷する新しい注文は入りません。${
              open > 0
                ? `休業期間中に出荷する注文が、まだ${open}件あります。`
                : '休業期間中に出荷する注文はありません。'
            }`
          : `${days}は、${farm}の商品が届きません。必要な商品は、他の農園で注文するか、休業後の日を選択して注文してください。`,
      },
      { button: forFarm ? '休業を確認' : '農園を見る', to: address },
    ],
  }),
  sample: { farm, days: '12月30日(水)〜1月4日(月)', open: 1, forFarm: true, address: ourPage('/farmer/Vacation') },
})

export const reminderKinds = [cartCutoff, answerDue, vacationBegins] as const
