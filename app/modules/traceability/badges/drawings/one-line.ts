import type { Glyphs } from '#kernel/glyphs.ts'
import type { FarmProof } from '../badge.ts'
import { type BadgeWords, farmWords, ringWords } from './badge-labels.ts'
import { lineOf } from './lines.ts'
import { sceneOf } from './scene.ts'
import type { Drawn, WithCode } from './seal.ts'
import { circle, ink, type Print, path, printed, qrField, rect, ring } from './sheet.ts'

/** A line about one farm, or, with null, about everything that the badge says. */
type OfFarm = { farm: Pick<FarmProof, 'crest' | 'place' | 'name'> | null }

const width = 100

/** 一行: for menus, below a dish. 100 units wide; 12 high, and 20 with a code beside it. */
export function drawLine(drawn: Drawn, { farm, address }: OfFarm & WithCode, print: Print): string {
  const height = address ? 20 : 12
  const { words, shop } = drawn
  const said = farm ? farmWords(farm) : words.whole
  return printed(
    {
      title: `${ringWords}：${shop}　${said}　${words.period}`,
      width,
      height,
      body: rect(0, 0, width, height, ink.paper) + lineBody(drawn, { farm, address }),
      beyond: (by) => rect(-by, -by, width + 2 * by, height + 2 * by, ink.paper),
      cut: `M0 0H${width}V${height}H0Z`,
    },
    print,
  )
}

/** The line alone, without a background, in its own box; the sheet of lines contains many. */
export function lineBody({ words, letters }: Omit<Drawn, 'shop'>, { farm, address }: OfFarm & WithCode): string {
  const said = farm ? farmWords(farm) : words.whole
  const small = { face: 'text', size: 3 } as const
  if (!address)
    return [
      farm ? crestOf(farm.crest, letters, { x: 6.4, y: 6 }) : markOf(words, { x: 6.4, y: 6 }),
      path(lineOf(letters, said, { face: 'bold', size: 5.6, x: 13.6, y: 6.5, most: 84 }), ink.ink),
      path(lineOf(letters, `${ringWords}・${words.period}`, { face: 'text', size: 2.5, x: 13.6, y: 10.4 }), ink.soft),
    ].join('')
  return [
    farm ? crestOf(farm.crest, letters, { x: 8, y: 10 }, 1.4) : markOf(words, { x: 8, y: 10 }, 1.4),
    path(lineOf(letters, said, { face: 'bold', size: 5.6, x: 17.4, y: 9.4, most: 61 }), ink.ink),
    path(lineOf(letters, `${ringWords}・${words.period}`, { ...small, x: 17.4, y: 15.4, most: 61 }), ink.soft),
    qrField(address, { x: 80, y: 0, side: 20 }),
  ].join('')
}

/** A farm's crest: two rings and one kanji. */
export function crestOf(crest: string, letters: Glyphs, { x, y }: { x: number; y: number }, scale = 1): string {
  return [
    ring(x, y, 4.7 * scale, ink.pine, 0.5 * scale),
    ring(x, y, 3.9 * scale, ink.pine, 0.3 * scale),
    path(
      lineOf(letters, [...crest][0] ?? '', {
        face: 'bold',
        size: 4.6 * scale,
        x,
        y: y + 1.7 * scale,
        anchor: 'middle',
        most: 5.4 * scale,
      }),
      ink.pine,
    ),
  ].join('')
}

/** The seal, so small that only its picture is left. */
function markOf({ rule }: BadgeWords, { x, y }: { x: number; y: number }, scale = 1): string {
  return [
    circle(x, y, 5 * scale, ink.pine),
    circle(x, y, 4.2 * scale, ink.paper),
    sceneOf(rule, { cx: x, cy: y, radius: 3.9 * scale, horizon: y + 0.3 * scale }),
  ].join('')
}
