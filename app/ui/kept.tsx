import type { ComponentType, ReactElement } from 'react'

type Write = (part: ReactElement) => string

/** Strings of HTML in the memory of a server, over all parts. */
const mostKept = 4_000

let write: Write | null = null
const kept = new Map<string, string>()
const numbers = new Map<unknown, number>()

/** On the server (entry.server.tsx): what writes a part. Without it, in a browser, parts are rendered as any other. */
export function writeKeptPartsBy(by: Write | null): void {
  write = by
}

type Props<Of extends object> = {
  as?: 'div' | 'ul' | 'p'
  className?: string
  /** A component without hooks, so that its HTML depends on `of` alone. */
  part: ComponentType<Of>
  /** What JSON can represent. */
  of: Of
}

/**
 * A part of a page that is the same whenever its properties are: the server writes it once and then sends the string.
 * A browser takes over the HTML as if it had been rendered in its place.
 */
export function Kept<Of extends object>({ as: Tag = 'div', className, part: Part, of }: Props<Of>) {
  if (!import.meta.env.SSR || !write)
    return (
      <Tag className={className}>
        <Part {...of} />
      </Tag>
    )
  const html = keptHtml(numberOf(Part) + JSON.stringify(of), <Part {...of} />, write)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has written
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

function keptHtml(key: string, part: ReactElement, writeBy: Write): string {
  const known = kept.get(key)
  if (known !== undefined) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  // in an element, as it will be: texts side by side are kept apart
  const written = writeBy(<div>{part}</div>)
  // React writes a preload of a picture that is not lazy before the part: it belongs into the head of the page
  if (!written.startsWith('<div>')) throw new Error('a kept part has a picture: render it beside the part')
  const html = written.slice('<div>'.length, -'</div>'.length)
  kept.set(key, html)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return html
}

/** Components have no names that are their own. */
function numberOf(part: unknown): number {
  const known = numbers.get(part)
  if (known !== undefined) return known
  numbers.set(part, numbers.size)
  return numbers.size - 1
}
