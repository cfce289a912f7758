/** A subset of LINE Seed JP ExtraBold (scripts/fonts.ts), never used for what users write. */
export type WebFont = { family: string; file: string; range: string }

const figures = 'U+0020-007E, U+00A5, U+2212'
const japanese = 'U+3000-30FF, U+4E00-9FFF, U+FF00-FFEF'

/** Prices, counts, dates, Latin: 78 glyphs, 18.5 kB. Headings, of the strings in the source: about 235 glyphs, 67 kB. */
export const webFonts: readonly WebFont[] = [
  { family: 'Hako Num', file: '/fonts/seed-num.woff2', range: figures },
  { family: 'Hako Head', file: '/fonts/seed-heading.woff2', range: japanese },
]

/**
 * What stands in for them until they are there, in their measures, so that nothing moves when they come: Noto, the system face of
 * Android and Linux, has taller lines and narrower figures. The faces of Apple and Windows have the lines of ours.
 */
const noto = ['Noto Sans CJK JP Black', 'Noto Sans CJK JP Bold', 'NotoSansCJKjp-Bold', 'Noto Sans JP Bold']
const standIns = [
  { family: 'Before Hako Num', range: figures, wider: 1.2 },
  { family: 'Before Hako Head', range: japanese, wider: 1 },
]
/** Of LINE Seed JP, of its size. */
const [ascent, descent] = [0.932, 0.168]

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`

/** The faces that a page has from the start. */
export const standInFaces = standIns
  .map(
    ({ family, range, wider }) =>
      `@font-face{font-family:"${family}";src:${noto.map((name) => `local("${name}")`).join()};font-weight:800;` +
      `size-adjust:${percent(wider)};ascent-override:${percent(ascent / wider)};descent-override:${percent(descent / wider)};` +
      `line-gap-override:0%;unicode-range:${range}}`,
  )
  .join('')

/** The web fonts as styles, for browsers without scripts; with scripts they come after the first paint (start-page.ts). */
export const webFontFaces = webFonts
  .map(
    ({ family, file, range }) =>
      `@font-face{font-family:"${family}";src:url("${file}") format("woff2");font-weight:800;font-display:swap;unicode-range:${range}}`,
  )
  .join('')
