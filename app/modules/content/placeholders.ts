import type { Operator } from '#kernel/operator.ts'

/** The names a text may use in {{…}}, filled from the settings. */
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

/** Every name with its current value from the settings, for authors. */
export const placeholderWords = (operator: Operator): { name: string; words: string }[] =>
  Object.entries(sources).map(([name, wordsOf]) => ({ name, words: wordsOf(operator) }))

/** Unknown names in {{…}}. A text that contains one is refused. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].flatMap(([, name = '']) => (isKnown(name) ? [] : [name]))),
]

/** The text with the operator's values inserted, as Markdown: a `|` or `*` in a name is escaped. */
export const fillPlaceholders = (text: string, operator: Operator): string =>
  text.replace(placeholder, (whole, name: string) => (isKnown(name) ? plain(sources[name](operator)) : whole))

const plain = (words: string) => words.replace(/[\\`*_[\]|<>&~!]/g, '\\$&').replace(/\s*\n\s*/g, ' ')
