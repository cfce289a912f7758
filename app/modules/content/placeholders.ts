import type { Operator } from '#kernel/operator.ts'

/** What a text may name in {{…}}; the settings say the words. */
const sources = {
  'operator.name': ({ name }) => name,
  'operator.representative': ({ representative }) => representative,
  'operator.responsible': ({ responsible }) => responsible,
  'operator.address': ({ address }) => address,
  'operator.phone': ({ phone }) => phone,
  'operator.email': ({ email }) => email,
  'operator.registrationNumber': ({ registrationNumber }) => registrationNumber,
  'support.hours': ({ supportHours }) => supportHours,
  'terms.buyerPayment': ({ buyerPaymentTerms }) => buyerPaymentTerms,
  'terms.farmPayout': ({ farmPayoutTerms }) => farmPayoutTerms,
  'terms.court': ({ court }) => court,
} as const satisfies Record<string, (operator: Operator) => string>

const placeholder = /\{\{\s*([\w.]+)\s*\}\}/g

const isKnown = (name: string): name is keyof typeof sources => Object.hasOwn(sources, name)

/** Every name with what the settings say for it today, for those who write a text. */
export const placeholderWords = (operator: Operator): { name: string; words: string }[] =>
  Object.entries(sources).map(([name, wordsOf]) => ({ name, words: wordsOf(operator) }))

/** Names in {{…}} that mean nothing here. A text with one of them is not taken. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].flatMap(([, name = '']) => (isKnown(name) ? [] : [name]))),
]

/** The text with the operator's words in it, as Markdown: a `|` or `*` in a name stays what it is. */
export const fillPlaceholders = (text: string, operator: Operator): string =>
  text.replace(placeholder, (whole, name: string) => (isKnown(name) ? plain(sources[name](operator)) : whole))

const plain = (words: string) => words.replace(/[\\`*_[\]|<>&~!]/g, '\\$&').replace(/\s*\n\s*/g, ' ')
