import { formatDay, formatYen } from '#kernel/format.ts'
import type { QuoteChange } from '#modules/cart/seen-quote.ts'

/** Everything that has changed since the chef's page was loaded, old and new side by side. */
export function QuoteChanges({ changes }: { changes: readonly QuoteChange[] }) {
  return (
    <ul className="mt-1 list-disc ps-5">
      {changes.map((change) => (
        <li key={JSON.stringify(change)}>{sentence(change)}</li>
      ))}
    </ul>
  )
}

export function sentence(change: QuoteChange): string {
  switch (change.kind) {
    case 'price':
      return `「${change.name}」の価格が変わりました：${formatYen(change.before)} → ${formatYen(change.after)}`
    case 'quantity':
      return `「${change.name}」の数量が変わりました：${change.before} → ${change.after}`
    case 'added':
      return `「${change.name}」がかごに追加されました`
    case 'removed':
      return 'かごの商品がなくなりました'
    case 'day':
      return `${change.name}のお届け日が変わりました：${dayWord(change.before)} → ${dayWord(change.after)}`
    case 'freight':
      return `${change.name}の送料が変わりました：${formatYen(change.before)} → ${formatYen(change.after)}`
    case 'way':
      return `${change.name}のお届け方法が変わりました：${change.after}`
    case 'late_cancel':
      return `${change.name}の締切後の取消料が上がりました：${change.before}％ → ${change.after}％`
    case 'total':
      return `合計が変わりました：${formatYen(change.before)} → ${formatYen(change.after)}`
  }
}

const dayWord = (day: Parameters<typeof formatDay>[0] | null) => (day ? formatDay(day) : '日付なし')
