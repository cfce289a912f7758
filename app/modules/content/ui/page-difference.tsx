import type { DiffRow } from '../page-difference.server.ts'

const signs = { same: ' ', added: '＋', removed: '−' } as const
const said = { same: '', added: '追加：', removed: '削除：' } as const
const appearance = { same: '', added: 'bg-matcha-tint', removed: 'bg-akane-tint' } as const

/** The changes, line by line; changed words within a line are marked as inserted or deleted. */
export function PageDifference({ rows, label }: { rows: readonly DiffRow[]; label: string }) {
  const changed = rows.some(({ kind }) => kind === 'added' || kind === 'removed')
  if (!changed) return <p className="text-ink-2">変更点はありません。</p>
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative max-h-[36rem] overflow-auto rounded-control border border-line bg-surface text-sub"
    >
      <ol className="grid grid-cols-1">
        {rows.map((row, index) =>
          row.kind === 'skipped' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move
            <li key={index} className="bg-sunken px-3 py-1 text-ink-2">
              変更のない{row.count}行
            </li>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move
            <li key={index} className={`grid grid-cols-[1.5rem_minmax(0,1fr)] px-3 py-0.5 ${appearance[row.kind]}`}>
              <span aria-hidden="true" className="font-bold">
                {signs[row.kind]}
              </span>
              <span className="min-h-[1lh] whitespace-pre-wrap wrap-anywhere">
                <span className="visually-hidden relative">{said[row.kind]}</span>
                <Line row={row} />
              </span>
            </li>
          ),
        )}
      </ol>
    </section>
  )
}

function Line({ row }: { row: Exclude<DiffRow, { kind: 'skipped' }> }) {
  const Changed = row.kind === 'added' ? 'ins' : 'del'
  return row.parts.map(({ text, changed }, index) =>
    changed && row.kind !== 'same' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never move
      <Changed key={index} className="font-bold">
        {text}
      </Changed>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never move
      <span key={index}>{text}</span>
    ),
  )
}
