import { formatMoment } from '#kernel/format.ts'
import { Notice } from '#ui/notice.tsx'
import type { SentBack } from '../open-orders.server.ts'

/** To the member who asked: what has to change before the order is approved. */
export default function SentBackNotice({ sentBack: { number, by, reason, at } }: { sentBack: SentBack }) {
  return (
    <Notice tone="tag">
      <p className="font-bold">
        注文 {number} は、{by} さんから差し戻されました（{formatMoment(at)}）
      </p>
      <p className="wrap-anywhere whitespace-pre-line">理由：{reason}</p>
      <p className="text-sub">商品はかごに戻っています。修正すると、再度注文できます。</p>
    </Notice>
  )
}
