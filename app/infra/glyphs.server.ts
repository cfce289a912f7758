import { join } from 'node:path'
import { type Font, openSync } from 'fontkit'
import type { Face, Glyph, Glyphs, Step } from '#kernel/glyphs.ts'
import { fontFile } from './fonts.server.ts'

/**
 * Outlines from the project's own fonts: Noto Sans JP for words, and LINE Seed for figures as on the screen; what Seed
 * lacks comes from Noto. Both are under the OFL, which allows drawings. A font is opened on first use (15 ms), a glyph
 * read once.
 *
 * @param clientFolder where the files are that browsers may load (public, or the built client).
 */
export function glyphsOf(clientFolder: string): Glyphs {
  const fonts = new Map<string, Font>()
  const glyphs = new Map<string, Glyph | null>()

  const fontOf = (file: string): Font => {
    const known = fonts.get(file)
    if (known) return known
    const opened = openSync(file)
    if (!('glyphForCodePoint' in opened)) throw new TypeError(`not one font: ${file}`)
    fonts.set(file, opened)
    return opened
  }

  return (face, sign) => {
    const key = face + sign
    const known = glyphs.get(key)
    if (known !== undefined) return known
    const glyph = filesOf(face, clientFolder)
      .map((file) => glyphOf(fontOf(file), sign))
      .find((found) => found !== null)
    // the names of a market need some thousands of glyphs; more than that suggests abuse
    if (glyphs.size > 8000) glyphs.clear()
    glyphs.set(key, glyph ?? null)
    return glyph ?? null
  }
}

function filesOf(face: Face, clientFolder: string): string[] {
  const black = fontFile('900Black')
  switch (face) {
    case 'text':
      return [fontFile('400Regular')]
    case 'bold':
      return [fontFile('700Bold')]
    case 'black':
      return [black]
    case 'figure':
      return [join(clientFolder, 'fonts/seed-num.woff2'), black]
  }
}

const letterOf = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const

function glyphOf(font: Font, sign: string): Glyph | null {
  const point = sign.codePointAt(0)
  if (point === undefined || !font.hasGlyphForCodePoint(point)) return null
  const { advanceWidth, path } = font.glyphForCodePoint(point)
  const em = font.unitsPerEm
  const steps = path.commands.map(
    ({ command, args }): Step => [letterOf[command], ...args.map((value, i) => (i % 2 ? -value : value) / em)],
  )
  return { advance: advanceWidth / em, steps }
}
