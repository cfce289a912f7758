import { createHash } from 'node:crypto'
import { type JstDate, parseJstDate } from '#kernel/jst.ts'
import { unknownPlaceholders } from './placeholders.ts'

/** One version of one page, from a file of content/. */
export type PageFile = {
  slug: string
  title: string
  number: number
  effectiveOn: JstDate
  material: boolean
  changeNote: string
  body: string
  /** SHA-256 of all of the above. */
  hash: string
  /**
   * The staff version that its author has read: without it, a file is not published after a version written by staff.
   */
  after: number | null
}

export class WrongPageFile extends Error {
  override name = 'WrongPageFile'
}

/**
 * Reads `---`, lines of `name: value`, `---`, then Markdown. Every error names the file, because it prevents the start:
 * it would be worse if a legal page silently stayed outdated.
 */
export function readPageFile(path: string, source: string): PageFile {
  const text = source.replace(/\r\n/g, '\n')
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)
  if (!match) throw new WrongPageFile(`${path}: it does not begin with --- … ---`)
  const said = new Map((match[1] ?? '').split('\n').map(nameAndValue))
  const body = (match[2] ?? '').trim()
  const need = (name: string) => {
    const value = said.get(name)
    if (value) return value
    throw new WrongPageFile(`${path}: ${name} is missing`)
  }
  const number = Number(need('version'))
  const effectiveOn = parseJstDate(need('effectiveOn'))
  if (!Number.isSafeInteger(number) || number < 1) throw new WrongPageFile(`${path}: version is a number from 1`)
  if (!effectiveOn) throw new WrongPageFile(`${path}: effectiveOn is a day such as 2026-11-01`)
  if (body === '') throw new WrongPageFile(`${path}: there is no text`)
  const unknown = unknownPlaceholders(text)
  if (unknown.length > 0) throw new WrongPageFile(`${path}: unknown {{${unknown.join('}}, {{')}}}`)
  const page = {
    slug: need('slug'),
    title: need('title'),
    number,
    effectiveOn,
    material: need('material') === 'yes',
    changeNote: need('change'),
    body,
  }
  const after = said.get('after')
  if (after !== undefined && !/^[1-9]\d{0,5}$/.test(after))
    throw new WrongPageFile(`${path}: after is the number of a version`)
  return { ...page, hash: hashOfVersion(page), after: after === undefined ? null : Number(after) }
}

/** Equal for two versions with the same text, day and number; a file can be the copy of what staff wrote. */
export const hashOfVersion = (page: Omit<PageFile, 'hash' | 'after'>): string => {
  const { slug, title, number, effectiveOn, material, changeNote, body } = page
  const said = { slug, title, number, effectiveOn, material, changeNote, body }
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

function nameAndValue(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
}
