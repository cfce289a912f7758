import { z } from 'zod'
import { formatDayWithYear } from '#kernel/format.ts'
import { jstDate } from '#kernel/jst.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** `name`: which badge, as its rule is called. */
const data = z.object({ shop: z.string(), name: z.string(), until: z.iso.date().transform(jstDate) })
const badges = ourPage('/restaurant/bagge')

/** To the owners of a shop: a badge holds from now on. */
export const badgeGranted = notificationKind('badge_granted', {
  about: 'account',
  data,
  message: ({ shop, name, until }) => ({
    title: `産地バッジ「${name}」が使えます`,
    heading: '産地バッジが使えます',
    summary: `「${name}」の産地バッジが使えます。`,
    parts: [
      {
        text: '受け取った納品で、新しいバッジが証明できるようになりました。メニューや入口に貼れます。納品がつづくあいだ、有効な日はのびていきます。',
      },
      {
        facts: [
          ['店', shop],
          ['バッジ', name],
          ['いまのところ', `${formatDayWithYear(until)}まで`],
        ],
      },
      { button: 'バッジを見る', to: badges },
    ],
  }),
  sample: { shop: 'ビストロ 灯', name: '農園から直接仕入れ', until: jstDate('2027-01-20') },
})

/** To the owners again: what it says is no longer proven, so what is printed should come down. */
export const badgeEnded = notificationKind('badge_ended', {
  about: 'account',
  data,
  message: ({ shop, name, until }) => ({
    title: `産地バッジ「${name}」が終わりました`,
    heading: '産地バッジが終わりました',
    summary: `「${name}」の産地バッジは終わりました。`,
    parts: [
      {
        text: '直近の納品では、このバッジの内容を証明できなくなりました。QRの先のページにも、終わったことが出ています。印刷したものは、はずしてください。条件がまたそろうと、同じQRのまま有効に戻ります。',
      },
      {
        facts: [
          ['店', shop],
          ['バッジ', name],
          ['有効だった日', `${formatDayWithYear(until)}まで`],
        ],
      },
      { button: '足りないものを見る', to: badges },
    ],
  }),
  sample: { shop: 'ビストロ 灯', name: '有機JASの割合', until: jstDate('2026-11-23') },
})

export const badgeKinds = [badgeGranted, badgeEnded] as const
