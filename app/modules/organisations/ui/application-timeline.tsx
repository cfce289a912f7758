import { Check, FilePlus, Hourglass, type LucideIcon, Minus, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Stage, type StageState, stages, stageWord } from '../sign-up/timeline.ts'

const icons: Record<StageState, LucideIcon> = {
  done: Check,
  now: Hourglass,
  open: FilePlus,
  wait: Minus,
  stopped: TriangleAlert,
}
const stateWord: Record<StageState, string> = {
  done: '完了',
  now: '対応中',
  open: '未提出',
  wait: '未開始',
  stopped: '停止中',
}
const appearance: Record<StageState, string> = {
  done: 'border-pine bg-pine text-on-pine',
  now: 'border-pine bg-surface text-pine',
  open: 'border-kaki bg-surface text-kaki-ink',
  wait: 'border-line-strong bg-surface text-ink-3',
  stopped: 'border-akane bg-surface text-akane',
}

/** 受付 → 書類 → 確認 → 承認, with a text for each. */
export const ApplicationTimeline = ({
  states,
  said,
}: {
  states: Record<Stage, StageState>
  said: Record<Stage, ReactNode>
}) => (
  <ol className="grid grid-cols-1" aria-label="登録の進捗">
    {stages.map((stage) => {
      const state = states[stage]
      const Icon = icons[state]
      return (
        <li
          key={stage}
          className="group grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-3"
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span aria-hidden="true" className="grid grid-rows-[auto_minmax(1rem,1fr)] justify-items-center">
            <span className={`grid size-11 place-items-center rounded-full border-2 ${appearance[state]}`}>
              <Icon size={22} />
            </span>
            <span className="w-0.5 bg-line-strong group-last:hidden" />
          </span>
          <div className="grid content-start gap-1 pb-5 group-last:pb-0">
            <p className="flex min-h-11 flex-wrap items-center gap-x-3">
              <b className="text-h4">{stageWord[stage]}</b>
              <span className="text-sub text-ink-2">{stateWord[state]}</span>
            </p>
            <div>{said[stage]}</div>
          </div>
        </li>
      )
    })}
  </ol>
)
