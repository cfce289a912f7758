import { z } from 'zod'
import { formatDayWithYear, formatMonth, formatYen } from '#kernel/format.ts'
import { jstDate } from '#kernel/jst.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** To the owners of a farm: what is paid, and when. */
export const statementIssued = notificationKind('statement_issued', {
  about: 'account',
  tradeRecord: true,
  data: z.object({
    farm: z.string(),
    toOn: z.string(),
    netYen: z.number(),
    payOn: z.string(),
    confirmBy: z.string(),
  }),
  message: ({ farm, toOn, netYen, payOn, confirmBy }) => ({
    title: `${formatMonth(toOn)}分の支払通知書を発行しました（${farm}）`,
    heading: `${formatMonth(toOn)}分の支払通知書`,
    summary:
      netYen > 0
        ? `${formatDayWithYear(jstDate(payOn))}に ${formatYen(netYen)} を振り込みます。`
        : '今回のお振り込みはありません。',
    parts: [
      {
        facts: [
          ['お支払額', netYen > 0 ? formatYen(netYen) : 'なし'],
          ...(netYen > 0 ? [['振込予定日', formatDayWithYear(jstDate(payOn))] as const] : []),
          ...(netYen < 0 ? [['次回への繰越', formatYen(netYen)] as const] : []),
          ['確認の期限', formatDayWithYear(jstDate(confirmBy))],
        ],
      },
      {
        text: '内容をご確認ください。誤りがある場合は、明細ごとに異議を送信できます。期限までに回答がない場合は、確認済みとして扱います。振込手数料は運営が負担します。',
      },
      { button: '支払通知書を確認する', to: ourPage('/farmer/sales') },
    ],
  }),
  sample: { farm: '佐藤農園', toOn: '2026-11-30', netYen: 184_320, payOn: '2026-12-15', confirmBy: '2026-12-18' },
})
