import MarkdownIt, { type Token } from 'markdown-it'
import { spansOf } from './find-labels.ts'

/**
 * Markdown for our pages: no HTML of the author's, restricted link targets, only our own pictures. Staff write these
 * texts; what they paste must not be able to run anything.
 */
export const markdown = new MarkdownIt({ html: false, breaks: true })

markdown.validateLink = (address) => /^(https?:\/\/|mailto:|tel:|#|\/(?!\/|\\|%5c))/i.test(address)

const { escapeHtml } = markdown.utils

/** Other sites are not told where the reader came from. */
markdown.renderer.rules.link_open = (tokens, index, options, _, renderer) => {
  const token = tokens[index]
  if (/^https?:/i.test(String(token?.attrGet('href')))) token?.attrSet('rel', 'noopener noreferrer')
  return renderer.renderToken(tokens, index, options)
}

/** Search words are marked in the text. */
markdown.renderer.rules.text = (tokens, index, _, env) => {
  const text = tokens[index]?.content ?? ''
  return withMarks(text, env && Array.isArray(env.words) ? env.words : [])
}

export function withMarks(text: string, words: readonly string[]): string {
  const out: string[] = []
  let at = 0
  for (const { from, to } of words.length > 0 ? spansOf(text, words) : []) {
    out.push(escapeHtml(text.slice(at, from)), `<mark>${escapeHtml(text.slice(from, to))}</mark>`)
    at = to
  }
  return out.join('') + escapeHtml(text.slice(at))
}

/**
 * A name like `order-390x700.webp` contains the size of the picture, so that the layout does not shift when it loads.
 */
const ownPicture = /^\/pictures\/[\w/-]+-(\d{2,4})x(\d{2,4})\.webp$/

/** `![what it shows](/pictures/guide/order-390x700.webp "caption")`; from other sources only the text remains. */
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index]
  const source = String(token?.attrGet('src'))
  const words = escapeHtml(token?.content ?? '')
  const size = ownPicture.exec(source)
  if (!size) return words
  const caption = token?.attrGet('title')
  const img = `<img src="${escapeHtml(source)}" alt="${words}" width="${size[1]}" height="${size[2]}" loading="lazy" decoding="async">`
  return `<figure>${img}${caption ? `<figcaption>${escapeHtml(String(caption))}</figcaption>` : ''}</figure>`
}

/** A paragraph of pictures is a row of figures; within text a picture would break the line. */
export function shapeFigures(tokens: Token[]): void {
  for (const [index, token] of tokens.entries()) {
    const children = token.children ?? []
    if (token.type !== 'inline' || !children.some(({ type }) => type === 'image')) continue
    const onlyPictures = children.every(({ type }) => type === 'image' || type === 'softbreak')
    const [open, close] = [tokens[index - 1], tokens[index + 1]]
    if (!onlyPictures || open?.type !== 'paragraph_open' || close?.type !== 'paragraph_close') {
      token.children = children.filter(({ type }) => type !== 'image')
      continue
    }
    token.children = children.filter(({ type }) => type === 'image')
    open.tag = close.tag = 'div'
    open.attrSet('class', 'figures')
  }
}

/**
 * Tables. One with an empty header is a list of terms: `| 送料 | … |` becomes dt and dd, and a row without a term
 * continues the previous one. Any other keeps its header, which every cell repeats for narrow screens.
 */
export function shapeTables(tokens: Token[]): Token[] {
  const out: Token[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (token?.type !== 'table_open') {
      if (token) out.push(token)
      continue
    }
    const end = tokens.findIndex((it, at) => at > index && it.type === 'table_close')
    const table = tokens.slice(index, end + 1)
    const head = wordsOfHead(table)
    out.push(...(head.every((word) => word === '') ? asTerms(table) : asTable(table, head)))
    index = end
  }
  return out
}

const wordsOfHead = (table: Token[]): string[] =>
  table.flatMap((token, at) => (token.type === 'th_open' ? [table[at + 1]?.content.trim() ?? ''] : []))

/** Rows and cells keep their roles, because narrow screens show them as blocks. */
function asTable(table: Token[], head: string[]): Token[] {
  const roles: Record<string, string> = {
    table_open: 'table',
    thead_open: 'rowgroup',
    tbody_open: 'rowgroup',
    tr_open: 'row',
    th_open: 'columnheader',
    td_open: 'cell',
  }
  let column = 0
  for (const token of table) {
    const role = roles[token.type]
    if (role) token.attrSet('role', role)
    if (token.type === 'th_open') token.attrSet('scope', 'col')
    if (token.type === 'tr_open') column = 0
    if (token.type === 'td_open') token.attrSet('data-head', head[column++] ?? '')
  }
  return table
}

function asTerms(table: Token[]): Token[] {
  const body = table.slice(
    table.findIndex(({ type }) => type === 'tbody_open') + 1,
    table.findIndex(({ type }) => type === 'tbody_close'),
  )
  const out: Token[] = []
  for (const row of rowsOf(body)) {
    const [open, ...cells] = row.slice(0, -1)
    const close = row.at(-1)
    const [termOpen, term, termClose, ...definition] = cells
    if (!open || !close || !termOpen || !term || !termClose) continue
    const continues = term.content.trim() === '' && out.length > 0
    if (continues) out.pop()
    else out.push(as('div', open), as('dt', termOpen), term, as('dt', termClose))
    out.push(...definition.map((token) => (token.type.startsWith('td_') ? as('dd', token) : token)), as('div', close))
  }
  const [first, last] = [table[0], table.at(-1)]
  return first && last ? [as('dl', first), ...out, as('dl', last)] : out
}

function rowsOf(body: Token[]): Token[][] {
  const rows: Token[][] = []
  for (const token of body) {
    if (token.type === 'tr_open') rows.push([])
    rows.at(-1)?.push(token)
  }
  return rows
}

function as(tag: string, token: Token): Token {
  token.tag = tag
  token.attrs = null
  return token
}
