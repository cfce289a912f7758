import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { drawnProduce } from './drawn-produce.ts'

type IconSet = { icons: Record<string, { body: string }> }

// Read, not imported: 25 MB of JSON would make the type checker slow.
const noto: IconSet = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@iconify-json/noto/icons.json'), 'utf8'),
)

let serial = 0

/** The body of one icon in a 128 grid, ours before Noto's, with ids that are unique on the whole drawing. */
export function glyph(name: string): string {
  const body = drawnProduce[name] ?? noto.icons[name]?.body
  if (body === undefined) throw new Error(`No drawing is called "${name}"`)

  serial += 1
  const prefix = `g${serial}-`
  return body
    .replace(/id="([^"]+)"/g, `id="${prefix}$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${prefix}$1)`)
    .replace(/href="#([^"]+)"/g, `href="#${prefix}$1"`)
}
