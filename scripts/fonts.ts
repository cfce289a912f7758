/**
 * Cuts LINE Seed JP ExtraBold (OFL 1.1) down to what the site writes in it.
 *
 *   node scripts/fonts.ts          makes public/fonts/seed-num.woff2 and seed-heading.woff2
 *   node scripts/fonts.ts --check  fails if a heading uses a glyph that the made file lacks
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const source = new URL('node_modules/@fontsource/line-seed-jp/files/', root)
const target = new URL('public/fonts/', root)
const glyphList = new URL('seed-heading.chars.txt', target)

const figures = '0123456789,.¥%+-−/~:()& ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

if (process.argv.includes('--check')) await check()
else await make()

async function make() {
  const { default: subsetFont } = await import('subset-font')
  const wanted = japaneseIn(await headStrings())
  const latinFont = await readFile(new URL('line-seed-jp-latin-800-normal.woff2', source))
  const japaneseFont = await readFile(new URL('line-seed-jp-japanese-800-normal.woff2', source))
  const numFile = await subsetFont(latinFont, figures, { targetFormat: 'woff2' })
  const headingFile = await subsetFont(japaneseFont, wanted.join(''), { targetFormat: 'woff2' })

  await mkdir(target, { recursive: true })
  await writeFile(new URL('seed-num.woff2', target), numFile)
  await writeFile(new URL('seed-heading.woff2', target), headingFile)
  await writeFile(glyphList, `${wanted.join('')}\n`)
  console.log(
    `seed-num.woff2 ${numFile.length} bytes, seed-heading.woff2 ${headingFile.length} bytes, ${wanted.length} glyphs`,
  )
}

async function check() {
  const made = new Set(await readFile(glyphList, 'utf8'))
  const missing = japaneseIn(await headStrings()).filter((glyph) => !made.has(glyph))
  if (missing.length === 0) return

  console.error(`The heading font lacks: ${missing.join('')}\nRun node scripts/fonts.ts and commit public/fonts.`)
  process.exitCode = 1
}

/** Everything written between <Head …> and </Head>, or as head="…" or head={'…'}, under app/; other markup is no Head. */
async function headStrings(): Promise<string> {
  const app = new URL('app/', root)
  const paths = await readdir(fileURLToPath(app), { recursive: true })
  const sources = await Promise.all(
    paths
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
      .map((path) => readFile(new URL(path, app), 'utf8')),
  )
  return sources.flatMap(headsIn).join('')
}

function headsIn(code: string): string[] {
  const children = [...code.matchAll(/<Head\b[\s\S]*?<\/Head>/g)].map(([whole]) => whole)
  const attributes = [...code.matchAll(/\bhead=("[^"]*"|\{[^<}][^}]*\})/g)].map(([whole]) => whole)
  return [...children, ...attributes]
}

/** Sorted, each once. Latin and figures are in the other file; code around the words is Latin too. */
function japaneseIn(text: string): string[] {
  return [...new Set(text.match(/[\u3001-\u30ff\u4e00-\u9fff\uff00-\uffef]/g))].sort()
}
