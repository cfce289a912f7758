import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSheet, type Sheet, usedStyles } from './used-styles.server.ts'

/**
 * Nothing stands before the first paint of a page but the page itself (docs/decisions/0104). It carries the styles of its own
 * elements; its sheets are disabled, and its scripts are a list of names. `ui/page-start.tsx` loads both when the page has been
 * painted. A browser without scripts loads the sheets as usual.
 */
export function paintedFirst(html: string, clientFolder: string): string {
  const headEnd = html.indexOf('</head>')
  const [sheets, preloads]: [string[], string[]] = [[], []]
  const head = html.slice(0, headEnd).replace(/<link\b[^>]*>/g, (link) => {
    const href = / href="(\/assets\/[^"]+)"/.exec(link)?.[1]
    if (href === undefined) return link
    if (link.includes(' rel="modulepreload"')) {
      preloads.push(href)
      return ''
    }
    if (!link.includes(' rel="stylesheet"')) return link
    sheets.push(href)
    return link.replace('<link', '<link disabled=""')
  })
  if (preloads.length === 0) return html
  const parsed = sheets.map((href) => sheetIn(join(clientFolder, href.replace(/#.*/, ''))))
  const styles = `<style>${usedStyles(parsed, html)}</style>`
  // before the sheets: what comes after all others is added to them, what comes between lays the page out anew
  const styled = head.replace('<link disabled=""', (link) => styles + link)
  const withoutScripts = sheets.map((href) => `<link rel="stylesheet" href="${href}"/>`).join('')
  const body = html
    .slice(headEnd)
    .replace(' type="module" async="">', ` type="text/plain" id="page-end" data-start="${preloads.join(' ')}">`)
  // painted once, when it is all there, and not in parts that move each other
  const inOnePiece = '<link rel="expect" href="#page-end" blocking="render"/>'
  return `${styled}${inOnePiece}<noscript>${withoutScripts}</noscript>${body}`
}

/** By file; a file's name changes with its contents. */
const parsedSheets = new Map<string, Sheet>()

function sheetIn(file: string): Sheet {
  const sheet = parsedSheets.get(file) ?? parseSheet(readFileSync(file, 'utf8'))
  parsedSheets.set(file, sheet)
  return sheet
}
