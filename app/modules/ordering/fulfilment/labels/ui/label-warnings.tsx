import { type LabelNotice, noticeRank, noticeText } from '#modules/delivery/carrier-files/label-notice.ts'
import { Notice } from '#ui/notice.tsx'
import type { LabelOrder } from '../label-day.server.ts'

const mostShown = 50

/**
 * What the labels will not say as the orders do, most serious first; the same of several boxes of one order once, and what is
 * about the farm itself once for all orders.
 */
export function LabelWarnings({ orders }: { orders: readonly LabelOrder[] }) {
  const lines = orders.flatMap(({ restaurant, parcels }) =>
    parcels.flatMap(({ notices }) =>
      notices.map((notice) => {
        const text = noticeText(notice)
        return { text: isAboutFarm(notice) ? text : `${restaurant}：${text}`, rank: noticeRank[notice.kind] }
      }),
    ),
  )
  const said = [...new Map(lines.map((line) => [line.text, line])).values()]
  if (said.length === 0) return null
  const ranked = said.toSorted((a, b) => a.rank - b.rank)
  return (
    <Notice tone="tag">
      <p className="font-bold">書き出す前に確認してください</p>
      <ul className="grid gap-1">
        {ranked.slice(0, mostShown).map(({ text }) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      {ranked.length > mostShown && <p>他に{ranked.length - mostShown}件あります。</p>}
    </Notice>
  )
}

const isAboutFarm = (notice: LabelNotice) =>
  notice.kind === 'no_code' || ('field' in notice && notice.field.startsWith('ご依頼主'))
