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
    title: `産地バッジ「${name}」を利用できます`,
    heading: '産地バッジを利用できます',
    summary: `「${name}」の産地バッジを利用できます。`,
    parts: [
      {
        text: '検収済みの納品により、新しいバッジの条件を満たしました。メニューや入口に掲示できます。納品が続く間、有効期限は延長されます。',
      },
      {
        facts: [
          ['飲食店', shop],
          ['バッジ', name],
          ['現在の有効期限', `${formatDayWithYear(until)}まで`],
        ],
      },
      { button: 'バッジを確認する', to: badges },
    ],
  }),
  sample: { shop: 'ビストロ 灯', name: '農園から直接仕入れ', until: jstDate('2027-01-20') },
})

/** To the owners again: what it says is no longer proven, so what is printed should come down. */
export const badgeEnded = notificationKind('badge_ended', {
  about: 'account',
  data,
  message: ({ shop, name, until }) => ({
    title: `産地バッジ「${name}」の有効期間が終了しました`,
    heading: '産地バッジの有効期間が終了しました',
    summary: `「${name}」の産地バッジの有効期間が終了しました。`,
    parts: [
      {
        text: '直近の納品では、このバッジの条件を満たしていません。QRコードのリンク先ページにも、終了が表示されています。印刷物は取り外してください。条件を再び満たすと、同じQRコードのまま有効に戻ります。',
      },
      {
        facts: [
          ['飲食店', shop],
          ['バッジ', name],
          ['有効期間', `${formatDayWithYear(until)}まで`],
        ],
      },
      { button: '不足している条件を確認する', to: badges },
    ],
  }),
  sample: { shop: 'ビストロ 灯', name: '有機JASの割合', until: jstDate('2026-11-23') },
})

export const badgeKinds = [badgeGranted, badgeEnded] as const
