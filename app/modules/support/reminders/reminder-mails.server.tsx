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
    title: `かごの品が、まだ注文されていません（${farm}・${until}まで）`,
    heading: 'かごの品が、まだ注文されていません',
    summary: `${farm}の締切は${until}です。かごの品は、まだ注文されていません。`,
    parts: [
      { text: `${farm}の${delivery}お届け分は、${until}で締め切ります。このままだと、届くのは次の日になります。` },
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
    title: `まだ返事がありません：${restaurant}（${until}まで）`,
    heading: `${restaurant}の注文が、返事を待っています`,
    summary: `${until}をすぎると、期限切れになります。`,
    page: address,
    parts: [
      { text: `${until}までに答えてください。すぎると、この注文は期限切れになり、お店はほかの農園をさがします。` },
      {
        facts: [
          ['お店', restaurant],
          ['お届け', delivery],
          ['伝票', number],
        ],
      },
      { button: 'サインインしないで答える', to: answer },
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
    title: forFarm ? `あしたからお休みです（${days}）` : `${farm}が、あしたからお休みです（${days}）`,
    heading: forFarm ? 'あしたからお休みです' : `${farm}が、あしたからお休みです`,
    summary: forFarm ? `${days}はお休みです。` : `${farm}は、${days}お休みです。`,
    parts: [
      {
        text: forFarm
          ? `${days}は、この間に出荷する新しい注文は入りません。${
              open > 0 ? `お休みの間に出す注文が、まだ${open}件あります。` : 'お休みの間に出す注文はありません。'
            }`
          : `${days}は、${farm}の品は届きません。いるものは、ほかの農園か、お休みの後の日で注文してください。`,
      },
      { button: forFarm ? 'お休みを見る' : '農園を見る', to: address },
    ],
  }),
  sample: { farm, days: '12月30日(水)〜1月4日(月)', open: 1, forFarm: true, address: ourPage('/farmer/Vacation') },
})

export const reminderKinds = [cartCutoff, answerDue, vacationBegins] as const
