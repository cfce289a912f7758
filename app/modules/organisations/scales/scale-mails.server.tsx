import { z } from 'zod'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** To a farm that sells by weight and has registered no scale in date. */
export const scaleWanted = notificationKind('scale_wanted', {
  about: 'account',
  data: z.object({ name: z.string(), until: z.string() }),
  message: ({ name, until }) => ({
    title: '取引用はかりの登録をお願いします',
    heading: '取引用はかりの登録をお願いします',
    summary: `不定貫の商品の計量には、検査の期限内のはかりの登録が必要です。${until}までに登録してください。`,
    parts: [
      {
        text: '重さで販売する商品の計量には、検定証印または基準適合証印があり、定期検査の期限内のはかりを使用します。期限を過ぎると、計量を記録できません。',
      },
      {
        facts: [
          ['農園', name],
          ['期限', until],
        ],
      },
      { button: 'はかりを登録する', to: ourPage('/farmer/scales') },
    ],
  }),
  sample: { name: '佐藤農園', until: '2027年1月23日' },
})

/** To a farm: the inspection of a scale is due within a month. */
export const scaleDue = notificationKind('scale_due', {
  about: 'account',
  data: z.object({ name: z.string(), scale: z.string(), until: z.string() }),
  message: ({ name, scale, until }) => ({
    title: `はかりの定期検査の期限が近づいています（${scale}）`,
    heading: 'はかりの定期検査の期限が近づいています',
    summary: `「${scale}」の定期検査の期限は${until}です。`,
    parts: [
      { text: '定期検査を受けたら、検査の年月を登録してください。期限を過ぎたはかりでは、計量を記録できません。' },
      {
        facts: [
          ['農園', name],
          ['はかり', scale],
          ['期限', until],
        ],
      },
      { button: 'はかりの一覧を開く', to: ourPage('/farmer/scales') },
    ],
  }),
  sample: { name: '佐藤農園', scale: '台はかり 30kg', until: '2026年12月31日' },
})

export const scaleKinds = [scaleWanted, scaleDue] as const
