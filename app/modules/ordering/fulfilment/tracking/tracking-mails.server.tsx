import { z } from 'zod'
import { notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

const told = {
  late: {
    heading: '荷物の到着が遅れています',
    summary: 'お届けの予定時刻を過ぎましたが、まだ配達が始まっていません。',
    restaurant: '到着後に検収してください。状況は、伝票の送り状番号から配送会社のページで確認できます。',
    farm: '配送会社の営業所に状況を確認し、飲食店へ連絡してください。',
    staff: '両者に通知しました。配送会社の状況を確認してください。',
  },
  returned: {
    heading: '荷物が返送されています',
    summary: '配達できなかった荷物が、農園へ返送されています。',
    restaurant: '運営が状況を確認し、代金の扱いを決定します。再送をご希望の場合は、農園にメッセージでご相談ください。',
    farm: '運営が状況を確認し、代金の扱いを決定します。戻った荷物の状態を写真で残してください。',
    staff: '状況を確認し、注文の画面で「返送を登録する」を実行してください。',
  },
} as const

/** A parcel of an order is late or came back: to the person who ordered, to the owners of the farm, and to staff. */
export const parcelTrouble = notificationKind('parcel_trouble', {
  about: 'order',
  data: z.object({
    news: z.enum(['late', 'returned']),
    side: z.enum(['restaurant', 'farm', 'staff']),
    farm: z.string(),
    restaurant: z.string(),
    number: z.string(),
    delivery: z.string(),
    box: z.number(),
    label: z.string(),
    state: z.string(),
    address: page,
  }),
  message: ({ news, side, farm, restaurant, number, delivery, box, label, state, address }) => ({
    title: `${told[news].heading}（${side === 'farm' ? restaurant : farm}・${number}）`,
    heading: told[news].heading,
    summary: told[news].summary,
    parts: [
      { text: `${told[news].summary}${told[news][side]}` },
      {
        facts: [
          ...(side === 'restaurant' ? [] : [['飲食店', restaurant] as const]),
          ...(side === 'farm' ? [] : [['農園', farm] as const]),
          ['お届け', delivery],
          ['伝票', number],
          ['荷物', `${box}個口目${label && `（${label}）`}`],
          ['配送状況', state],
        ],
      },
      { button: side === 'restaurant' ? '伝票を見る' : '注文を見る', to: address },
    ],
  }),
  sample: {
    news: 'late',
    side: 'restaurant',
    farm: '佐藤農園',
    restaurant: 'ビストロ 灯',
    number: '261124-00042-1',
    delivery: '11月26日(木) 午前',
    box: 1,
    label: 'ヤマト運輸 4444-1375-8703',
    state: '輸送中',
    address: ourPage('/restaurant/orders/1'),
  },
})

export const trackingKinds = [parcelTrouble] as const
