import { createRequire } from 'node:module'
import { join } from 'node:path'

const { resolve } = createRequire(import.meta.url)

/** The file of our Japanese font for images and PDFs: all glyphs, 5 MB per weight. */
export const fontFile = (weight: '400Regular' | '700Bold' | '900Black') =>
  join(resolve('@expo-google-fonts/noto-sans-jp/package.json'), '..', weight, `NotoSansJP_${weight}.ttf`)
