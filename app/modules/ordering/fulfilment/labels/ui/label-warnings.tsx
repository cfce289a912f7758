import { noticeRank, noticeText } from '#modules/delivery/carrier-files/label-notice.ts'
import { Notice } from '#ui/notice.tsx'
import type { LabelOrder } from '../label-day.server.ts'

const mostShown = 50

/** What the labels will not say as the orders do, most serious first; the same of several boxes of one order once. */
export function LabelWarnings({ orders }: { orders: readonly LabelOrder[] }) {
  const said = orders.flatMap(({ id, restaurant, parcels }) => {
    const notices = new Map(parcels.flatMap((parcel) => parcel.notices).map((it) => [noticeText(it), it]))
    return [...notices].map(([text, { kind }]) => ({ key: `${id} ${text}`, restaurant, text, rank: noticeRank[kind] }))
  })
  if (said.length === 0) return null
  const ranked = said.toSorted((a, b) => a.rank - b.rank)
  return (
    <Notice tone="tag">
      <p className="font-bold">書き出す前に確認してください</p>
      <ul className="grid gap-1">
        {ranked.slice(0, mostShown).map(({ key, restaurant, text }) => (
          <li key={key} className="wrap-anywhere">
            {restaurant}：{text}
          </li>
        ))}
      </ul>
      {ranked.length > mostShown && <p>他に{ranked.length - mostShown}件あります。</p>}
    </Notice>
  )
}
