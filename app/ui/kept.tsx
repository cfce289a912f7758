import type { ComponentType, ReactElement } from 'react'
import { CurrentPathContext } from './current-path.ts'

type Write = (part: ReactElement) => string

/** Characters of HTML in the memory of a server, over all parts; Japanese takes two bytes each. */
const mostKept = 6_000_000

let write: Write | null = null
const kept = new Map<string, string>()
let keptCharacters = 0
/** Stands for the address of the page in a kept part: the same card is on many pages. */
const hereMark = import.meta.env.SSR ? crypto.randomUUID() : ''
const numbers = new Map<unknown, number>()

/** On the server (entry.server.tsx): what writes a part. Without it, in a browser, parts are rendered as any other. */
export function writeKeptPartsBy(by: Write | null): void {
  write = by
}

type Tag = 'div' | 'ul' | 'p' | 'li' | 'fieldset' | 'tr'

type Props<Of extends object> = {
  as?: Tag
  className?: string
  role?: string
  /**
   * A component whose first HTML depends on `of` and `here` alone: with hooks of its own, but without a context, so without
   * those of the router (fetcher.tsx has the ones that need none on the server), without an id of `useId` in its HTML, and without
   * a part that is loaded later (sent-parts.tsx).
   */
  part: ComponentType<Of>
  /** What JSON can represent. */
  of: Of
  /** The address of the page, if a form in the part returns to it (current-path.ts). */
  here?: string
  /** False: written anew, because this time its HTML depends on more, such as an id, or has a picture that is loaded at once. */
  keeps?: boolean
} & { [attribute: `data-${string}`]: string }

/**
 * A part of a page that is the same whenever its properties are: the server writes it once and then sends the string.
 * A browser takes over the HTML as if it had been rendered in its place.
 */
export function Kept<Of extends object>(props: Props<Of>) {
  const { as: Tag = 'div', part: Part, of, here, keeps = true, ...attributes } = props
  if (!import.meta.env.SSR || !write || !keeps)
    return (
      <Tag {...attributes}>
        <Part {...of} />
      </Tag>
    )
  const part = (
    <CurrentPathContext value={here === undefined ? '' : hereMark}>
      <Part {...of} />
    </CurrentPathContext>
  )
  const key = `${numberOf(Part)}${here === undefined ? '' : '@'}${JSON.stringify(of)}`
  const written = keptHtml(key, Tag, part, write)
  const address = here === undefined ? '' : keptHtml(`text ${here}`, 'p', here, write)
  const html = here === undefined ? written : written.replaceAll(hereMark, () => address)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has written
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
}

function keptHtml(key: string, Tag: Tag, part: ReactElement | string, writeBy: Write): string {
  const known = kept.get(key)
  if (known !== undefined) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  // in an element, as it will be: texts side by side are kept apart
  const written = writeBy(<Tag>{part}</Tag>)
  // React writes a preload of a picture that is not lazy before the part: it belongs into the head of the page
  if (!written.startsWith(`<${Tag}>`)) throw new Error('a kept part has a picture: render it beside the part')
  const html = written.slice(`<${Tag}>`.length, -`</${Tag}>`.length)
  kept.set(key, html)
  keptCharacters += key.length + html.length
  for (const [oldest, its] of kept) {
    if (keptCharacters <= mostKept) break
    kept.delete(oldest)
    keptCharacters -= oldest.length + its.length
  }
  return html
}

/** Components have no names that are their own. */
function numberOf(part: unknown): number {
  const known = numbers.get(part)
  if (known !== undefined) return known
  numbers.set(part, numbers.size)
  return numbers.size - 1
}
