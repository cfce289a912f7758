import type { GroupEnding } from './group-buy.ts'

export const endingWord: Readonly<Record<GroupEnding, string>> = {
  ordered: '注文済み',
  too_few: '不成立（店舗数）',
  below_minimum: '不成立（最低注文金額）',
  impossible: '不成立（お届け不可）',
  cancelled: '募集中止',
}

/** As it is read out: 「K7F3Q-2M9TX」. */
export const codeText = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** How long before the farm's cutoff a group buy may close, in hours. */
export const closeChoices = [1, 3, 6, 12, 24] as const
