import { z } from 'zod'
import { facts, notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** To a farm that has answered from a link: what it will want on the day of packing. `answer`: where it needs no sign-in. */
export const farmNext = notificationKind('farm_next', {
  about: 'order',
  tradeRecord: true,
  data: z.object({
    restaurant: z.string(),
    delivery: z.string(),
    ship: z.string(),
    number: z.string(),
    lines: facts,
    /** Where it goes, and what the chef and the kitchen ask for. */
    notes: facts.default([]),
    answer: page,
    address: page,
  }),
  message: ({ restaurant, delivery, ship, number, lines, notes, answer, address }) => ({
    title: `箱詰めの際に：${restaurant}・${delivery}お届け`,
    heading: `${restaurant}の注文を受注しました`,
    summary: `${ship}に出荷します。箱詰めと出荷は、こちらから登録できます。`,
    page: address,
    parts: [
      { text: '箱詰めが終わったら、下のボタンから重さと送り状番号を登録してください。サインインは不要です。' },
      { facts: [['お届け', delivery], ['出荷日', ship], ['伝票', number], ...lines, ...notes] },
      { button: '箱詰めと出荷を登録する', to: answer },
    ],
  }),
  sample: {
    restaurant: 'ビストロ 灯',
    delivery: '11月26日(木)',
    ship: '11月25日(水)',
    number: '261124-00042-1',
    lines: [['大玉トマト 桃太郎', '2箱']],
    notes: [['納品時の注意', '裏口へ。11時まで']],
    answer: ourPage('/a/…'),
    address: ourPage('/farmer/orders'),
  },
})
