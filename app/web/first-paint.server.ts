import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSheet, type Sheet, stylesUsedOf } from './used-styles.server.ts'

/** `parts`: what of it is a later part, as ui/sent-parts.tsx notes it. Files of parts that only a PC shows are not named. */
type Page = { clientFolder: string; nonce: string; isShared: boolean; parts: readonly string[] }

/**
 * Nothing but the page itself is loaded before its first paint (docs/decisions/0104). It carries the styles of its own
 * elements; its sheets are disabled, and its scripts are a list of names. `ui/start-page.ts` loads both when the page has been
 * painted; of a page that is the same for all visitors it loads the scripts when they are wanted (0109). A browser without
 * scripts loads the sheets as usual.
 */
export function paintedFirst(html: string, { clientFolder, nonce, isShared, parts }: Page): string {
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
    // alternate: while a phone is busy, Chromium looks for what to load ahead, and does not know `disabled`
    return link.replace('<link', '<link disabled=""').replace('"stylesheet"', '"alternate stylesheet"')
  })
  if (preloads.length === 0) return html
  const styles = `<style>${stylesFor(clientFolder, sheets)(html)}</style>`
  // before the sheets: of rules in the same layer the last one wins, and those of the page are among theirs
  const styled = head.replace('<link disabled=""', (link) => styles + link)
  const withoutScripts = sheets.map((href) => `<link rel="stylesheet" href="${href}"/>`).join('')
  const when = isShared ? ' data-when-wanted=""' : ''
  const later = new Set(parts.flatMap((part) => filesOfParts(clientFolder)[part] ?? []))
  for (const href of preloads) later.delete(href)
  const scripts = `data-start="${preloads.join(' ')}" data-later="${[...later].join(' ')}" data-parts="${parts.join(' ')}"`
  const body = html
    .slice(headEnd)
    .replace(' type="module" async="">', ` type="text/plain" id="page-end" ${scripts}${when}>`)
  // painted once, when it is all there, and not in parts that move each other
  const inOnePiece = '<link rel="expect" href="#page-end" blocking="render"/>'
  const ahead = isShared ? `<script nonce="${nonce}" type="speculationrules">${fetchedAhead}</script>` : ''
  return `${styled}${inOnePiece}${ahead}<noscript>${withoutScripts}</noscript>${body}`
}

const forVisitors = [
  '/',
  '/restaurant/products*',
  '/restaurant/farmers*',
  '/restaurant/Guide*',
  '/farmer/profile/*',
  '/farmer/Guide*',
]

/** Documents come from memory (server/page-cache.ts): the browser fetches one when a link to it is about to be followed. */
const fetchedAhead = JSON.stringify({ prefetch: [{ where: { href_matches: forVisitors }, eagerness: 'moderate' }] })

type FilesOfParts = Readonly<Record<string, readonly string[]>>

/** By folder: written with the scripts (scripts/load-later.ts). */
const laterParts = new Map<string, FilesOfParts>()

function filesOfParts(clientFolder: string): FilesOfParts {
  const known = laterParts.get(clientFolder)
  if (known) return known
  const files: FilesOfParts = JSON.parse(readFileSync(join(clientFolder, '.vite/later-parts.json'), 'utf8'))
  laterParts.set(clientFolder, files)
  return files
}

/** By file, and by the files of a page; a file's name changes with its contents. */
const parsedSheets = new Map<string, Sheet>()
const usedOf = new Map<string, (html: string) => string>()

function stylesFor(clientFolder: string, sheets: readonly string[]): (html: string) => string {
  const key = `${clientFolder} ${sheets.join(' ')}`
  const known = usedOf.get(key)
  const used = known ?? stylesUsedOf(sheets.map((href) => sheetIn(join(clientFolder, href.replace(/#.*/, '')))))
  usedOf.set(key, used)
  return used
}

function sheetIn(file: string): Sheet {
  const sheet = parsedSheets.get(file) ?? parseSheet(readFileSync(file, 'utf8'))
  parsedSheets.set(file, sheet)
  return sheet
}
