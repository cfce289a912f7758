import { z } from 'zod'
import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

const dayText = (day: string) => {
  const read = parseJstDate(day)
  return read ? formatDayWithYear(read) : day
}

/** To the billing address, or to the owners: the invoice of a period. */
export const invoiceIssued = notificationKind('invoice_issued', {
  about: null,
  tradeRecord: true,
  data: z.object({
    restaurant: z.string(),
    id: z.string(),
    number: z.string(),
    toOn: z.string(),
    periodYen: z.number(),
    dueYen: z.number(),
    dueOn: z.string(),
  }),
  message: ({ restaurant, id, number, toOn, periodYen, dueYen, dueOn }) => ({
    title: `請求書 ${number} を発行しました`,
    summary: `ご請求額は${formatYen(dueYen)}、支払期日は${dayText(dueOn)}です。`,
    parts: [
      {
        facts: [
          ['宛先', restaurant],
          ['請求書番号', number],
          ['締め日', dayText(toOn)],
          ['今回の請求額（税込）', formatYen(periodYen)],
          ['お支払いいただく額', formatYen(dueYen)],
          ['支払期日', dayText(dueOn)],
        ],
      },
      { button: '請求書を見る', to: ourPage(`/restaurant/invoices/${id}`) },
    ],
  }),
  sample: {
    restaurant: '株式会社ビストロ若葉',
    id: '0191d7a2-0000-7000-8000-000000000001',
    number: 'S2026-000001',
    toOn: '2026-11-20',
    periodYen: 111_300,
    dueYen: 115_300,
    dueOn: '2026-12-21',
  },
})

export const billingKinds = [invoiceIssued] as const
