import { formatDay, formatTime } from './format.ts'
import { jstDateOf } from './jst.ts'

/** What a user had typed into a form, and when. A field name may occur more than once. */
export type Draft = { savedAt: Date; fields: readonly (readonly [name: string, value: string])[] }

/** After this many days a draft is of no use, and it may hold a name or a phone number. */
const keptDays = 14

export const draftText = ({ savedAt, fields }: Draft): string => JSON.stringify({ savedAt: savedAt.getTime(), fields })

/** Reads what the device has stored; null for anything not written by us, or too old. */
export function readDraft(text: string | null, now: Date): Draft | null {
  const kept = parsed(text)
  if (typeof kept !== 'object' || kept === null || !('savedAt' in kept) || !('fields' in kept)) return null
  const { savedAt, fields } = kept
  if (typeof savedAt !== 'number' || !Array.isArray(fields)) return null
  const pairs = fields.filter(isPair)
  const age = now.getTime() - savedAt
  return pairs.length === 0 || age > keptDays * 86_400_000 ? null : { savedAt: new Date(savedAt), fields: pairs }
}

/** 「11月20日(金) 22:14 に保存した下書きがあります」 */
export const draftOffer = ({ savedAt }: Draft): string =>
  `${formatDay(jstDateOf(savedAt))} ${formatTime(savedAt)} に保存した下書きがあります`

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const isPair = (pair: unknown): pair is [string, string] =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string')
