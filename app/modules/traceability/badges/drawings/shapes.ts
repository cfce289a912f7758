/** Labels of shapes, sizes and sheets: loaded by the page without the drawings. */

export const badgeShapes = ['seal', 'tag', 'line'] as const
export type BadgeShape = (typeof badgeShapes)[number]
export const shapeWord: Record<BadgeShape, string> = { seal: '丸シール', tag: '木札', line: '一行' }

/** The printed badge's longest side in mm. */
export const printSizes = [60, 90] as const
export type PrintSize = (typeof printSizes)[number]

export const papers = ['card', 'lines', 'poster'] as const
export type Paper = (typeof papers)[number]
export const paperWord: Record<Paper, string> = {
  card: '卓上カードA6',
  lines: '一行シートA4',
  poster: 'ポスターA4',
}
