import { z } from 'zod'
import { formatDayWithYear } from '#kernel/format.ts'
import { jstDate } from '#kernel/jst.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { commissionRule, rateText } from './commission-labels.ts'

/** To the owners of a farm: another rate was proposed, and nothing changes without them. */
export const commissionProposed = notificationKind('commission_proposed', {
  about: 'account',
  tradeRecord: true,
  data: z.object({
    farm: z.string(),
    before: z.number().nullable(),
    commissionBp: z.number(),
    fromOn: z.string(),
    reason: z.string(),
  }),
  message: ({ farm, before, commissionBp, fromOn, reason }) => ({
    title: `手数料率の変更についてご確認ください（${farm}）`,
    heading: '手数料率の変更のご提案',
    summary: `${formatDayWithYear(jstDate(fromOn))}から ${rateText(commissionBp)}。同意されるまで変わりません。`,
    parts: [
      { text: '手数料率の変更をご提案します。画面で内容を確認し、同意するかどうかを回答してください。' },
      {
        facts: [
          ['新しい手数料率', rateText(commissionBp)],
          ...(before === null ? [] : [['現在の手数料率', rateText(before)] as const]),
          ['適用開始日', formatDayWithYear(jstDate(fromOn))],
          ['理由', reason],
        ],
      },
      { text: `${commissionRule}同意されない場合は、現在の手数料率のままです。受注済みの注文の手数料は変わりません。` },
      { button: '内容を確認して回答する', to: ourPage('/farmer/commission') },
    ],
  }),
  sample: {
    farm: '佐藤農園',
    before: 1_200,
    commissionBp: 1_350,
    fromOn: '2027-04-01',
    reason: '冷蔵便の送料の補助を開始するため。',
  },
})
