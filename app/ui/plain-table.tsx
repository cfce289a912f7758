import { Children, type ReactNode } from 'react'
import { table } from './constants.ts'
import { useTableWaits } from './table-waits.ts'

export type TableHead = string | { figures: string }

type Props = {
  label: string
  /** Read aloud before the rows; by default the label. */
  caption?: string
  /** Over amounts: `{ figures }`. The last one may be empty, over buttons. */
  heads: readonly TableHead[]
  /** The width below which it scrolls. */
  className: string
  /** Rows. */
  children: ReactNode
}

const { noData } = table

/** A table whose rows are written by hand: wide, without sorting and selection. */
export function PlainTable({ label, caption = label, heads, className, children }: Props) {
  return (
    <section
      {...useTableWaits()}
      className="relative overflow-x-auto rounded-card border border-line bg-surface shadow-1"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <table className={`w-full border-collapse text-sub ${className}`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr className="border-b border-line-strong bg-sunken text-ink-2">
            {heads.map((head) => {
              const word = typeof head === 'string' ? head : head.figures
              return (
                <th
                  key={word}
                  scope="col"
                  className={`px-3 py-2.5 font-bold whitespace-nowrap ${head === word ? 'text-start' : 'text-end'}`}
                >
                  {word || <span className="visually-hidden">操作</span>}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {children}
          {Children.count(children) === 0 && (
            <tr>
              <td colSpan={heads.length} className="px-3 py-10 text-center">
                {noData.ja}
                <span lang="en" className="block text-caption text-ink-2">
                  {noData.en}
                </span>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
