import { z } from 'zod'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** `goods`: 「漬物、酒」. */
const data = z.object({ name: z.string(), goods: z.string() })
const farm = '佐藤農園'

/** To a farm: what is not on sale any more, because of which paper, and how it comes back. */
export const goodsLapsed = notificationKind('goods_lapsed', {
  about: 'account',
  data: data.extend({ papers: z.string() }),
  message: ({ name, goods, papers }) => ({
    title: '書類の期限が切れたため、一部の品の販売を止めました',
    heading: '一部の品の販売を止めました',
    summary: `${goods}の販売を止めています。新しい書類を送ってください。`,
    parts: [
      {
        text: '書類の期限が切れたため、次の品はお店から見えず、注文もできなくなりました。ほかの品は、これまでどおり売れます。',
      },
      {
        facts: [
          ['農園', name],
          ['止めた品', goods],
          ['切れた書類', papers],
        ],
      },
      {
        text: '更新した書類の写真かPDFを送ってください。運営が確認すると、そのまま元どおりに売れます。すでに受けた注文についてご心配なことは、お問い合わせの画面からお知らせください。',
      },
      { button: '新しい書類を送る', to: ourPage('/profile/organisation') },
    ],
  }),
  sample: { name: farm, goods: '漬物', papers: '営業許可証（2026年11月20日まで）' },
})

/** To the farm again: staff have read the new paper. */
export const goodsLifted = notificationKind('goods_lifted', {
  about: 'account',
  data,
  message: ({ name, goods }) => ({
    title: '書類を確認し、販売を再開しました',
    heading: '販売を再開しました',
    summary: `${goods}の販売を再開しました。`,
    parts: [
      { text: '書類の確認が終わりました。次の品は、またお店から見え、注文を受けられます。' },
      {
        facts: [
          ['農園', name],
          ['再開した品', goods],
        ],
      },
      { button: 'きょうの画面をひらく', to: ourPage('/farmer') },
    ],
  }),
  sample: { name: farm, goods: '漬物' },
})

/** To staff: a paper has come from a farm that trades. `lapsed`: goods that wait for it; blank: none. */
export const farmPaperArrived = notificationKind('farm_paper_arrived', {
  about: null,
  data: z.object({ farmId: z.string(), name: z.string(), lapsed: z.string() }),
  message: ({ farmId, name, lapsed }) => ({
    title: `${name}から書類が届きました`,
    heading: '生産者から書類が届きました',
    summary: `${name}から書類が届きました。`,
    parts: [
      {
        facts: [
          ['農園', name],
          ['販売を止めている品', lapsed || 'なし'],
        ],
      },
      { button: '書類を見る', to: ourPage(`/admin/users/farm-${farmId}`) },
    ],
  }),
  sample: { farmId: '1', name: farm, lapsed: '漬物' },
})

export const paperKinds = [goodsLapsed, goodsLifted, farmPaperArrived] as const
