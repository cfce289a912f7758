import type { Method } from '#kernel/enums.ts'

/**
 * Words that may not be used for products, or that staff check.
 *
 * Sources: 日本農林規格等に関する法律 第63条 (「有機」「オーガニック」 only with the JAS mark); 農林水産省「特別栽培農産物に係る表示ガイドライン」(「無農薬」「減農薬」「無化学肥料」「減化学肥料」
 * are not to be used); 不当景品類及び不当表示防止法 第5条 (「日本一」 and the like need proof). Which of them we refuse and which we only
 * show to staff is our choice: we refuse what a law or a guideline forbids by name.
 */
const forbidden = /無農薬|減農薬|無化学肥料|減化学肥料/
const organic = /有機|オーガニック|organic/i
const boasting = /日本一|世界一|最高級|No\.?1|ナンバーワン|絶対|必ず(?:治|なお)る|がんに効/

type ClaimRefusal = 'forbidden_claim' | 'organic_without_jas'

/** The forbidden word in a text; null if there is none. */
export function refusedClaim(text: string, method: Method): { refusal: ClaimRefusal; word: string } | null {
  const plain = text.normalize('NFKC')
  const word = forbidden.exec(plain)?.[0]
  if (word) return { refusal: 'forbidden_claim', word }
  const said = method === 'jas_organic' ? null : organic.exec(withoutSoil(plain))?.[0]
  return said ? { refusal: 'organic_without_jas', word: said } : null
}

/** 有機肥料 and 有機質 describe the soil, not the product. */
const withoutSoil = (text: string) => text.replace(/有機(?:質|肥料|物|態|酸)/g, '')

/** Words that staff should check before they approve the text. */
export const doubtfulWords = (text: string): string[] => [
  ...new Set([...text.normalize('NFKC').matchAll(new RegExp(boasting, 'g'))].map(([word]) => word)),
]

export const claimText: Readonly<Record<ClaimRefusal, (word: string) => string>> = {
  forbidden_claim: (word) =>
    `「${word}」は、国のガイドラインで使用できない言葉です。「栽培中、農薬は使っていません」のように、事実を書いてください`,
  organic_without_jas: (word) =>
    `「${word}」と表示できるのは、有機JASの認証がある商品のみです。「有機肥料で育てました」のように書くか、栽培方法を有機JASにしてください`,
}
