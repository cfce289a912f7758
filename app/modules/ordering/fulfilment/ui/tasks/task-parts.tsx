import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProductId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { ParcelArrangement } from '#modules/ordering/fulfilment/arrange-parcels.server.ts'
import type { Substitute } from '#modules/ordering/offers.server.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import type { TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import type { WeighingWith } from '#modules/organisations/scales/scales.server.ts'
import type { Lot } from '#modules/traceability/lot.server.ts'
import { useHydrated } from '#ui/browser-state.ts'

export type TaskProps = {
  order: OrderDetail
  packed: boolean
  /** While it is packed. */
  arrangement: ParcelArrangement | null
  lots: ReadonlyMap<ProductId, readonly Lot[]>
  /** By line: what the chef allows the farm to send instead. */
  substitutes: Readonly<Record<string, readonly Substitute[]>>
  today: JstDate
  /** The days that may be proposed instead (proposable-days.ts). */
  otherDays: readonly JstDate[]
  /** The days on which a rest may arrive; empty: the restaurant accepts no parts. */
  restDays: readonly JstDate[]
  /** With what the farm weighs; null: nothing is weighed. */
  weighing: WeighingWith | null
  formKey: string
  now: Date
  mayAccept: boolean
  partOpen: boolean
  justSent: boolean
  problem: TaskProblem | undefined
  /** The refusal of a form that does not belong to this state (sent from an older page). */
  stray: TaskProblem | undefined
}

/** The refusal of one form among those of a task. */
export const problemOf = (problem: TaskProps['problem'], task: string) =>
  problem?.typed.intent === task ? problem : undefined

export const Question = ({ head }: { head: ReactNode }) => <div className="text-h2">{head}</div>

export const Stray = ({ problem }: { problem: TaskProps['stray'] }) => problem && <ProblemNotice problem={problem} />

type FoldProps = { id?: string; word: string; open?: boolean; children: ReactNode }

/** A secondary action: a large line that opens without script. */
export function Fold({ id, word, open = false, children }: FoldProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  const [late] = useState(useHydrated())
  useEffect(() => {
    // the page had scrolled to the hash before this was loaded
    if (late && id && window.location.hash === `#${id}`) fold.current?.scrollIntoView()
  }, [late, id])
  return (
    <details ref={fold} id={id} open={open} className="group rounded-card border-2 border-line-strong bg-surface">
      <summary className="flex min-h-(--target-lg) list-none items-center justify-between gap-3 px-4 py-2 font-bold [&::-webkit-details-marker]:hidden">
        {word}
        <ChevronDown aria-hidden="true" className="size-7 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="border-t border-line p-3">{children}</div>
    </details>
  )
}
