import type { OrgStatus } from '#kernel/enums.ts'

export const stages = ['received', 'papers', 'check', 'decision'] as const
export type Stage = (typeof stages)[number]
/** `open`: the applicant still has to do it. */
export type StageState = 'done' | 'now' | 'open' | 'wait' | 'stopped'

export const stageWord: Record<Stage, string> = { received: '受付', papers: '書類', check: '確認', decision: '承認' }

type Facts = { status: OrgStatus; hasPapers: boolean; needsPapers: boolean }

/** 受付 → 書類 → 確認 → 承認: the progress of an application, as its owner sees it. */
export function timelineOf({ status, hasPapers, needsPapers }: Facts): Record<Stage, StageState> {
  const papers = hasPapers || !needsPapers ? 'done' : 'open'
  if (status === 'approved' || status === 'suspended')
    return { received: 'done', papers: 'done', check: 'done', decision: 'done' }
  if (status === 'submitted') return { received: 'done', papers, check: 'now', decision: 'wait' }
  if (status === 'returned') return { received: 'done', papers, check: 'stopped', decision: 'wait' }
  if (status === 'rejected' || status === 'closed')
    return { received: 'done', papers: 'done', check: 'done', decision: 'stopped' }
  return { received: 'now', papers: 'wait', check: 'wait', decision: 'wait' }
}
