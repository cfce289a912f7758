import type { JstDate } from '#kernel/jst.ts'

export const screeningResults = ['clear', 'suspect'] as const
export type ScreeningResult = (typeof screeningResults)[number]

export const screeningResultWord: Record<ScreeningResult, string> = {
  clear: '該当なし',
  suspect: '該当の疑いあり',
}

/** Whether the people behind an organisation belong to organised crime (反社会的勢力): what staff found, where and when. */
export type Screening = { result: ScreeningResult; source: string; checkedOn: JstDate; by: string }

type Names = { name: string; legalName: string; representative: string }

/** Who was searched for: under other names nothing has been searched yet. */
export const screenedNames = ({ name, legalName, representative }: Names): string =>
  [legalName || name, representative].join('／')
