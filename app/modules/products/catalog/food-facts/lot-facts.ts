import { everywhere, type Fact, papers } from './fact.ts'

/** A fact that changes from one harvest to the next: it belongs to the lot. Its date (期限) has a column of its own. */
export const lotFacts = {
  cattleNumber: {
    label: '個体識別番号',
    help: '10桁。複数頭の場合は荷口番号',
    format: 'cattle',
    printed: everywhere,
  },
  processedOn: { label: '処理日', help: '', format: 'day', printed: everywhere },
  laidOn: { label: '採卵日', help: '', format: 'day', printed: everywhere },
  milledOn: { label: '精米時期', help: '', format: 'day', printed: everywhere },
  landedOn: { label: '水揚げ日', help: '', format: 'day', printed: everywhere },
  catchNumber: {
    label: '漁獲番号',
    help: '16桁。アワビ・ナマコ・シラスウナギ',
    format: 'catch',
    printed: everywhere,
  },
  vessel: { label: '船名・定置網名', help: 'クロマグロ30kg以上の場合', format: 'words', printed: papers },
  fishKg: { label: '1尾の重さ', help: 'クロマグロの、処理前の重さ（kg）', format: 'kg', printed: papers },
} as const satisfies Readonly<Record<string, Fact>>

export type LotFact = keyof typeof lotFacts
export type LotFacts = Readonly<Partial<Record<LotFact, string>>>

export const isLotFact = (name: string): name is LotFact => Object.hasOwn(lotFacts, name)
export const lotFactNames = Object.keys(lotFacts).filter(isLotFact)
