/** Glyph outlines, for what is printed elsewhere: it must look the same without our fonts. */

/** text, bold and black for words, figure for digits and Latin letters. */
export type Face = 'text' | 'bold' | 'black' | 'figure'

/** One step of an outline in parts of the em, y downwards from the baseline. */
export type Step = readonly [command: 'M' | 'L' | 'Q' | 'C' | 'Z', ...numbers: number[]]
export type Glyph = { advance: number; steps: readonly Step[] }

/** The outline of one character; null if the font does not have it (emoji). */
export type Glyphs = (face: Face, sign: string) => Glyph | null
