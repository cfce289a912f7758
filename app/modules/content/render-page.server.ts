import type { Token } from 'markdown-it'
import { spansOf, wordsOf } from './find-labels.ts'
import { markdown, shapeFigures, shapeTables, withMarks } from './markdown.server.ts'

/** A heading of a text; `level` 2 is a chapter, 3 a section. */
export type Heading = { id: string; text: string; level: number }

/** An occurrence of the words: its heading, and the surrounding sentence with <mark>. */
export type Hit = Heading & { excerptHtml: string }

export type RenderedPage = { html: string; contents: Heading[]; hits: Hit[] }

/**
 * A text as HTML, safe to embed in a page, with the data for its table of contents and its search. Words of a query are
 * marked in the text; every chapter that contains them all is a hit.
 */
export function renderPage(text: string, query = ''): RenderedPage {
  const words = wordsOf(query)
  const env = { words }
  const tokens = markdown.parse(text, env)
  const contents = nameHeadings(tokens)
  shapeFigures(tokens)
  const hits = words.length > 0 ? hitsIn(tokens, contents, words) : []
  return { html: markdown.renderer.render(shapeTables(tokens), markdown.options, env), contents, hits }
}

/** A short text within a page, such as an announcement: its headings get no anchors. */
export function renderWords(text: string): string {
  const tokens = markdown.parse(text, {})
  for (const token of tokens) if (token.type.startsWith('heading_')) token.tag = 'h3'
  shapeFigures(tokens)
  return markdown.renderer.render(shapeTables(tokens), markdown.options, {})
}

/** `## 送料 {#freight}` is named freight, so that links survive changes of the text; without a name by its number. */
const named = /\s*\{#([a-z][a-z0-9-]*)\}\s*$/

function nameHeadings(tokens: Token[]): Heading[] {
  const headings: Heading[] = []
  for (const [index, open] of tokens.entries()) {
    if (open.type !== 'heading_open') continue
    const close = tokens[index + 2]
    const inline = tokens[index + 1]
    const last = inline?.children?.at(-1)
    const name = last?.type === 'text' ? named.exec(last.content)?.[1] : undefined
    if (last) last.content = last.content.replace(named, '')
    // the page's own name is its h1
    const level = Math.max(2, Number(open.tag.slice(1)))
    if (close) open.tag = close.tag = `h${level}`
    const taken = new Set(headings.map(({ id }) => id))
    const id = name && !taken.has(name) ? name : `part-${headings.length + 1}`
    open.attrSet('id', id)
    headings.push({ id, text: plainText(inline), level })
  }
  return headings
}

const plainText = (inline: Token | undefined): string =>
  (inline?.children ?? []).map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('')

function hitsIn(tokens: Token[], contents: Heading[], words: readonly string[]): Hit[] {
  return sectionsOf(tokens, contents).flatMap(({ heading, texts }) => {
    const all = [heading.text, ...texts]
    const hasAll = words.every((word) => all.some((text) => spansOf(text, [word]).length > 0))
    if (!hasAll) return []
    const best = texts.find((text) => spansOf(text, words).length > 0) ?? texts[0] ?? ''
    return [{ ...heading, excerptHtml: excerptOf(best, words) }]
  })
}

function sectionsOf(tokens: Token[], contents: Heading[]): { heading: Heading; texts: string[] }[] {
  const sections: { heading: Heading; texts: string[] }[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = contents[sections.length]
      if (heading) sections.push({ heading, texts: [] })
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      const text = plainText(token)
      if (text) sections.at(-1)?.texts.push(text)
    }
  }
  return sections
}

const around = 24

function excerptOf(text: string, words: readonly string[]): string {
  const first = spansOf(text, words)[0]?.from ?? 0
  const from = Math.max(0, first - around)
  const to = first + around * 2
  return `${from > 0 ? '…' : ''}${withMarks(text.slice(from, to), words)}${to < text.length ? '…' : ''}`
}
