import { toKatakana } from '#kernel/kana.ts'
import { toHalfWidth } from './account-kana.ts'

/** A bank or a branch. The kana is in full width, as 全銀 writes it. */
export type BankName = { code: string; name: string; kana: string }

const mostFound = 20

/** Five megabytes, so it is read at the first search. */
const directory = async () => (await import('zengin-code')).default

/** One bank, or one branch of it; null if there is none (any more). */
export async function bankOf(code: string): Promise<BankName | null> {
  const banks = await directory()
  return Object.hasOwn(banks, code) ? named(banks[code]) : null
}

export async function branchOf(bankCode: string, code: string): Promise<BankName | null> {
  const branches = await branchesOf(bankCode)
  return Object.hasOwn(branches, code) ? named(branches[code]) : null
}

/** Words of names as the directory shortens them; longer words come first. */
const shortKinds = [
  ['信用農業協同組合連合会', '信連'],
  ['信用漁業協同組合連合会', '信漁連'],
  ['農業協同組合', '農協'],
  ['漁業協同組合', '漁協'],
  ['信用金庫', '信金'],
  ['信用組合', '信組'],
  ['労働金庫', '労金'],
  ['銀行', ''],
] as const

function shortBank(name: string): string {
  const [word, short] = shortKinds.find(([word]) => name.endsWith(word)) ?? ['', '']
  return name.slice(0, name.length - word.length) + short
}

/** By code, name or reading, in kanji, ひらがな or kana of any width, the closest first; of a JA or JF by its name after that. */
export async function searchBanks(typed: string): Promise<BankName[]> {
  const all = Object.values(await directory())
  const [, kind, name] = /^J([AF])(?:バンク)?\s*(.+)$/i.exec(typed.normalize('NFKC').trim()) ?? []
  const known = search(all, typed, shortBank)
  if (!kind || !name || known.length > 0) return known
  // the directory calls them 八代地域農協, their members JA やつしろ
  const isOfKind = kind.toUpperCase() === 'A' ? /農協$|信連$/ : /漁協$|信漁連$/
  return search(
    all.filter((bank) => isOfKind.test(bank.name)),
    name,
    shortBank,
  )
}

export const searchBranches = async (bankCode: string, typed: string): Promise<BankName[]> =>
  search(Object.values(await branchesOf(bankCode)), typed, (name) => name.replace(/(支店|営業部|出張所)$/, ''))

async function branchesOf(bankCode: string) {
  const banks = await directory()
  return (Object.hasOwn(banks, bankCode) && banks[bankCode]?.branches) || {}
}

/** By what was typed, or by its short form. */
function search(all: readonly BankName[], typed: string, short: (name: string) => string): BankName[] {
  const whole = typed.normalize('NFKC').trim()
  const wanted = [whole, short(whole)].map(folded).filter((word) => word !== '')
  if (wanted.length === 0) return []
  const ranked = all.flatMap((it) => {
    const rank = Math.min(...wanted.map((word) => rankOf(it, word)))
    return rank < none ? [{ it, rank }] : []
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank || (a.it.code < b.it.code ? -1 : 1))
    .slice(0, mostFound)
    .map(({ it }) => named(it))
    .filter((it) => it !== null)
}

const none = 4

/** The code, then what is called so, what begins so, what has it inside. */
function rankOf({ code, name, kana }: BankName, word: string): number {
  if (code === word) return 0
  const names = [folded(name), folded(kana)]
  if (names.includes(word)) return 1
  if (code.startsWith(word) || names.some((it) => it.startsWith(word))) return 2
  return names.some((it) => it.includes(word)) ? 3 : none
}

/** ミツビシ, みつびし, ﾐﾂﾋﾞｼ and 三菱ＵＦＪ, 三菱ufj are the same each. */
const folded = (text: string): string => toHalfWidth(toKatakana(text)).replace(/[\s-]/g, '')

const named = (it: BankName | undefined): BankName | null =>
  it ? { code: it.code, name: it.name, kana: it.kana } : null
