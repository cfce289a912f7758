/**
 * Draws every picture of the demo market into public/pictures. The files are committed: nothing is drawn at run time.
 *
 *   node db/pictures/render.ts            what is missing
 *   node db/pictures/render.ts --force    everything
 *   node db/pictures/render.ts tomato egg only these, anew
 */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { pictureNames, sceneOf } from './catalogue.ts'
import { categoryGlyphs } from './categories.ts'
import { farmScene } from './farm-scene.ts'
import { farms } from './farms.ts'
import { glyph } from './glyph.ts'
import { homeScenes } from './home-scenes.ts'
import { productScene } from './scene.ts'

type Size = { width: number; quality: number }

// Quality falls with size: at 960 the wood grain hides what WebP leaves out.
const productSizes: Size[] = [
  { width: 960, quality: 54 },
  { width: 480, quality: 62 },
  { width: 160, quality: 64 },
]
const farmSizes: Size[] = [
  { width: 1600, quality: 66 },
  { width: 640, quality: 66 },
]
const homeSizes: Size[] = [
  { width: 1600, quality: 62 },
  { width: 960, quality: 62 },
]

const folder = fileURLToPath(new URL('../../public/pictures/', import.meta.url))
const force = process.argv.includes('--force')
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

await mkdir(folder, { recursive: true })
for (const name of pictureNames()) await render(name, productSizes, () => productScene(sceneOf(name)))
for (const [name, farm] of Object.entries(farms)) await render(name, farmSizes, () => farmScene(farm))
for (const [name, scene] of Object.entries(homeScenes)) await render(name, homeSizes, () => farmScene(scene))
for (const [name, icon] of Object.entries(categoryGlyphs)) await renderCategory(`category-${name}`, icon)

async function render(name: string, sizes: Size[], draw: () => string) {
  const files = sizes.map((size) => ({ ...size, path: `${folder}${name}-${size.width}.webp` }))
  if (
    !isWanted(
      name,
      files.map((file) => file.path),
    )
  )
    return

  const drawing = await sharp(Buffer.from(draw())).png({ compressionLevel: 1 }).toBuffer()
  for (const { path, width, quality } of files) {
    await sharp(drawing).resize(width).webp({ quality, effort: 5 }).toFile(path)
  }
  console.log(name)
}

async function renderCategory(name: string, icon: string) {
  const path = `${folder}${name}.webp`
  if (!isWanted(name, [path])) return

  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="96" height="96">${glyph(icon)}</svg>`
  await sharp(Buffer.from(svg)).webp({ quality: 80 }).toFile(path)
  console.log(name)
}

function isWanted(name: string, paths: string[]): boolean {
  if (only.length > 0) return only.includes(name)
  return force || !paths.every((path) => existsSync(path))
}
