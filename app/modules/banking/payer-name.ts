import { toKatakana } from '#kernel/kana.ts'
import { legalForms, toLarge } from './account-kana.ts'

/**
 * Names of payers as banks write them, compared by what is left without the form of the company (ｶ) ﾌｸ) …), blanks, dots and
 * hyphens, with small kana large: ｶ)ﾐﾎﾝﾋﾞｽﾄﾛ, ミホンビストロ（カ and カブシキガイシャ ミホンビストロ are one payer.
 */
export const payerNameKey = (name: string): string =>
  toLarge(toKatakana(name))
    .replace(companyForms, '')
    .replace(/[^\p{Script=Katakana}\p{Script=Han}A-Z0-9]/gu, '')

/** The abbreviations of 全銀 at the front, in the middle and at the end, and the words themselves. */
const abbreviations = legalForms.map(([abbreviation]) => abbreviation).join('|')
const words = legalForms.flatMap(([, ...words]) => words).map((word) => toLarge(word).replace(/[()]/g, '\\$&'))
const companyForms = new RegExp(
  `^(?:${abbreviations})\\)|\\((?:${abbreviations})\\)|\\((?:${abbreviations})$|${words.join('|')}`,
  'g',
)
