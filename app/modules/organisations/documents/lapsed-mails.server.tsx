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
    title: '書類の期限が切れたため、一部の商品の販売を停止しました',
    heading: '一部の商品の販売を停止しました',
    summary: `${goods}の販売を停止しています。新しい書類を送信してください。`,
    parts: [
      {
        text: '書類の期限が切れたため、次の商品は飲食店に表示されず、注文もできなくなりました。他の商品は、これまでどおり販売できます。',
      },
      {
        facts: [
          ['農園', name],
          ['停止した商品', goods],
          ['期限切れの書類', papers],
        ],
      },
      {
        text: '更新した書類の写真またはPDFを送信してください。運営の確認後、販売を自動で再開します。受注済みの注文についてご不明な点は、お問い合わせ画面からご連絡ください。',
      },
      { button: '新しい書類を送信する', to: ourPage('/profile/organisation') },
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
      { text: '書類の確認が完了しました。次の商品は、再び飲食店に表示され、受注できます。' },
      {
        facts: [
          ['農園', name],
          ['再開した商品', goods],
        ],
      },
      { button: '「今日」の画面を開く', to: ourPage('/farmer') },
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
          ['販売停止中の商品', lapsed || 'なし'],
        ],
      },
      { button: '書類を見る', to: ourPage(`/admin/users/farm-${farmId}`) },
    ],
  }),
  sample: { farmId: '1', name: farm, lapsed: '漬物' },
})

export const paperKinds = [goodsLapsed, goodsLifted, farmPaperArrived] as const
