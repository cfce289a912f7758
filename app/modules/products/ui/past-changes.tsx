import { formatMoment } from '#kernel/format.ts'
import { eventWord } from '#modules/audit-log/event-labels.ts'
import type { PastChange } from '../own-products.server.ts'

const fieldWord: Readonly<Record<string, string>> = {
  name: '名前',
  priceYen: '価格',
  stock: '在庫',
  netGrams: '重さ',
  packLabel: '入り数',
  pieceUnit: '入り数の単位',
  ownCarton: '梱包',
  description: 'メッセージ',
  method: '栽培方法',
  temperature: '配送温度帯',
  minQty: '最小注文数',
  maxQty: '最大注文数',
  seasonMonths: '出荷できる月',
  sellsFrom: '数量の管理方法',
  contents: 'セットの中身',
  allergens: 'アレルゲン',
  foodSharePercent: '食品の割合',
  // in older entries, and in those of prices
  price: '価格',
  netKg: '重さ',
  tiers: '数量別価格',
  ownPrice: 'お得意さま価格',
  audience: '公開先',
}

/** Who changed what, newest first. The entries cannot be undone or changed. */
export const PastChanges = ({ past }: { past: readonly PastChange[] }) => (
  <details className="card p-4">
    <summary className="min-h-(--target) cursor-pointer content-center font-bold">
      これまでの変更（{past.length}）
    </summary>
    <ol className="grid gap-3 pt-3">
      {past.map(({ at, kind, by, data }) => (
        <li key={`${at.getTime()}-${kind}`} className="border-s-4 border-line ps-3 wrap-anywhere">
          <p className="text-sub text-ink-2">
            {formatMoment(at)}　{by}さん
          </p>
          <p className="font-bold">{eventWord(kind)}</p>
          {changesIn(data).map(({ name, was, is }) => (
            <p key={name} className="text-sub">
              {fieldWord[name] ?? name}：{was || '（なし）'} → {is || '（なし）'}
            </p>
          ))}
        </li>
      ))}
    </ol>
  </details>
)

function changesIn(data: Record<string, unknown>): { name: string; was: string; is: string }[] {
  if (typeof data.changes !== 'object' || data.changes === null) return []
  return Object.entries(data.changes).flatMap(([name, change]: [string, unknown]) =>
    Array.isArray(change) ? [{ name, was: String(change[0] ?? ''), is: String(change[1] ?? '') }] : [],
  )
}
