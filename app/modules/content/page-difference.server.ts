import { diffArrays, diffLines } from 'diff'

export type DiffPart = { text: string; changed: boolean }
export type DiffLine = { kind: 'same' | 'added' | 'removed'; parts: DiffPart[] }
/** Lines with their changes; `skipped` lines in between are the same in both. */
export type DiffRow = DiffLine | { kind: 'skipped'; count: number }

/** Lines of context around a change. */
const around = 2

/**
 * The changes between two texts: whole lines, and within a rewritten line the words. Japanese has no blanks between
 * words, so they are segmented by the language's dictionary.
 */
export function differenceOf(before: string, after: string): DiffRow[] {
  return folded(linesOf(before, after))
}

function linesOf(before: string, after: string): DiffLine[] {
  const out: DiffLine[] = []
  const changes = diffLines(ended(before), ended(after))
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at]
    const next = changes[at + 1]
    if (!change) continue
    if (change.removed && next?.added) {
      out.push(...rewritten(split(change.value), split(next.value)))
      at++
    } else {
      const kind = change.added ? 'added' : change.removed ? 'removed' : 'same'
      out.push(...split(change.value).map((text): DiffLine => ({ kind, parts: [{ text, changed: kind !== 'same' }] })))
    }
  }
  return out
}

const ended = (text: string) => (text === '' ? '' : `${text.replace(/\n+$/, '')}\n`)
const split = (text: string) => text.replace(/\n$/, '').split('\n')

/** Pairs replaced lines one by one; the remaining ones were added or removed. */
function rewritten(before: string[], after: string[]): DiffLine[] {
  const removed: DiffLine[] = []
  const added: DiffLine[] = []
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const [was, is] = [before[at], after[at]]
    const words = was !== undefined && is !== undefined ? wordsChanged(was, is) : null
    if (was !== undefined) removed.push({ kind: 'removed', parts: words?.was ?? [{ text: was, changed: true }] })
    if (is !== undefined) added.push({ kind: 'added', parts: words?.is ?? [{ text: is, changed: true }] })
  }
  return [...removed, ...added]
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
const wordsOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

function wordsChanged(was: string, is: string): { was: DiffPart[]; is: DiffPart[] } {
  const parts: { was: DiffPart[]; is: DiffPart[] } = { was: [], is: [] }
  for (const { value, added, removed } of diffArrays(wordsOf(was), wordsOf(is))) {
    const part = { text: value.join(''), changed: added || removed }
    if (!added) parts.was.push(part)
    if (!removed) parts.is.push(part)
  }
  return parts
}

/** Long stretches without a change are counted instead of shown. */
function folded(lines: DiffLine[]): DiffRow[] {
  const near = new Set<number>()
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') for (let by = -around; by <= around; by++) near.add(at + by)
  const out: DiffRow[] = []
  for (const [at, line] of lines.entries()) {
    const last = out.at(-1)
    if (near.has(at)) out.push(line)
    else if (last?.kind === 'skipped') last.count++
    else out.push({ kind: 'skipped', count: 1 })
  }
  return out
}
