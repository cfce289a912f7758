/** Deeper than any of our bodies. Code that walks a body may recurse that often. */
const deepestNesting = 32

/** Names that every object inherits: a body with them would make rules call something that is not a function. */
const takenNames = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** PostgreSQL stores neither a lone surrogate nor U+0000. */
export const isCleanText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * Whether a text is JSON that every parser reads alike: valid, nested no deeper than 32, each name once in its object
 * and none that objects inherit, and all of it well-formed Unicode without U+0000.
 */
export function isPlainJson(text: string): boolean {
  const { depth, names } = outlineOf(text)
  if (depth > deepestNesting) return false
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return false
  }
  return isClean(value) && countNames(value) === names
}

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return isCleanText(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isClean)
  return Object.entries(value).every(([name, part]) => isCleanText(name) && !takenNames.has(name) && isClean(part))
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts: unknown[] = Object.values(value)
  return parts.reduce((sum: number, part) => sum + countNames(part), Array.isArray(value) ? 0 : parts.length)
}

/** The depth of a text and the number of names it writes, duplicates included: parsing keeps only one. */
function outlineOf(text: string): { depth: number; names: number } {
  let [open, depth, names] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === ':') names++
    else if (sign === '{' || sign === '[') depth = Math.max(depth, ++open)
    else if (sign === '}' || sign === ']') open--
  }
  return { depth, names }
}

function endOfString(text: string, from: number): number {
  let at = from
  do at = text.indexOf('"', at + 1)
  while (at !== -1 && isEscaped(text, at))
  return at === -1 ? text.length : at
}

function isEscaped(text: string, at: number): boolean {
  let strokes = 0
  while (text[at - 1 - strokes] === '\\') strokes++
  return strokes % 2 === 1
}
