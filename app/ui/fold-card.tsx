import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import '#styles/kit/fold.css'

type Props = {
  title: ReactNode
  /** At the end of the first line: an amount. */
  figure: string
  /** The second line. */
  note: ReactNode
  open?: boolean
  children: ReactNode
}

/** One slip of many: what it is and comes to, and its lines on request. On paper it is open. */
export const FoldCard = ({ title, figure, note, open, children }: Props) => (
  <details className="card fold-card group" open={open}>
    <summary className="grid min-h-16 cursor-pointer list-none grid-cols-[1fr_auto] items-center gap-x-4 px-4 py-3">
      <span className="font-bold wrap-anywhere">{title}</span>
      <span className="text-end font-bold tabular-nums">{figure}</span>
      <span className="text-sub text-ink-2 wrap-anywhere">{note}</span>
      <ChevronDown aria-hidden="true" className="ms-auto size-5 text-pine group-open:rotate-180 print:hidden" />
    </summary>
    <div className="grid grid-cols-1 gap-2 border-t border-line px-4 py-3">{children}</div>
  </details>
)
