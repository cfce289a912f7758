import type { Glyphs } from '#kernel/glyphs.ts'
import type { BadgeWords } from './badge-labels.ts'
import { ringWords } from './badge-labels.ts'
import { arcOf, lineOf, short, widthOf } from './lines.ts'
import { sceneOf } from './scene.ts'
import { circle, ink, type Print, path, printed, qrField, ring } from './sheet.ts'

export type Drawn = { words: BadgeWords; shop: string; letters: Glyphs }

/** The target of the code; null: without one. */
export type WithCode = { address: string | null }

/** 丸シール: a green seal with a toothed edge, 100 units across. */
export function drawSeal({ words, shop, letters }: Drawn, { address }: WithCode, print: Print): string {
  const body = sealBody({ words, letters, address })
  return printed(
    {
      title: `${ringWords}：${shop}　${words.whole}　${words.period}`,
      width: 100,
      height: 100,
      body,
      beyond: (by) => circle(50, 50, 50 + by, ink.pine),
      cut: edge,
    },
    print,
  )
}

/** The seal alone, in a box of 100 units; used in the sheets. */
export function sealBody({ words, letters, address }: Pick<Drawn, 'words' | 'letters'> & WithCode): string {
  const horizon = address ? 33.5 : 42
  const scene = sceneOf(words.rule, { cx: 50, cy: 50, radius: 31.6, horizon })
  return [
    path(edge, ink.pine),
    ring(50, 50, 45.2, ink.paper, 0.8),
    circle(50, 50, 33.2, ink.paper),
    scene,
    ring(50, 50, 32.4, ink.paper, 1.6),
    path(
      arcOf(letters, ringWords, { ...onRing, at: 'top', radius: 36.4, face: 'black', size: 6.9, tracking: 0.08 }),
      ink.paper,
    ),
    path(
      arcOf(letters, words.period, { ...onRing, at: 'bottom', radius: 41, face: 'figure', size: 5.9, tracking: 0.04 }),
      ink.tag,
    ),
    address
      ? figureLine(words, letters, { y: 47, size: 15, claimY: 53.6, claimSize: 4.3 }) +
        qrField(address, { x: 39.5, y: 56, side: 21 })
      : figureLine(words, letters, { y: 64.2, size: 25, claimY: 73.4, claimSize: 6 }),
  ].join('')
}

const onRing = { cx: 50, cy: 50, most: 150 } as const

type FigurePlace = { y: number; size: number; claimY: number; claimSize: number }

/** 12農園, large, with the claim below it. */
function figureLine(words: BadgeWords, letters: Glyphs, { y, size, claimY, claimSize }: FigurePlace): string {
  return [
    figureOf(words, letters, { x: 50, y, size, most: 54, fill: ink.paper }),
    path(
      lineOf(letters, words.claim, { face: 'bold', size: claimSize, x: 50, y: claimY, anchor: 'middle', most: 41 }),
      ink.paper,
    ),
  ].join('')
}

/** The figure with its unit beside it, on one baseline, centred at `x` with a maximum width. */
export function figureOf(
  words: BadgeWords,
  letters: Glyphs,
  { x, y, size, most, fill }: { x: number; y: number; size: number; most: number; fill: string },
): string {
  const wide = widthOf(letters, words.figure, { face: 'figure', size: 1 })
  const unit = { face: 'black', size: 0.42 } as const
  const whole = wide + 0.05 + widthOf(letters, words.unit, unit)
  const em = Math.min(size, most / whole)
  const left = x - (whole * em) / 2
  return [
    path(lineOf(letters, words.figure, { face: 'figure', size: em, x: left, y }), fill),
    path(
      lineOf(letters, words.unit, {
        face: 'black',
        size: em * unit.size,
        x: left + (wide + 0.05) * em,
        y: y - em * 0.017,
      }),
      fill,
    ),
  ].join('')
}

const teeth = 40

/** The edge with its round teeth, where the seal is cut. */
const edge = toothed()

function toothed(): string {
  const [base, tooth] = [47.4, 2.45]
  const step = (2 * Math.PI) / teeth
  // half of the angle that a tooth covers on the circle
  const half = step * 0.31
  const at = (angle: number) => `${short(50 + base * Math.sin(angle))} ${short(50 - base * Math.cos(angle))}`
  let d = `M${at(-half)}`
  for (let i = 0; i < teeth; i += 1) {
    d += `A${tooth} ${tooth} 0 1 1 ${at(i * step + half)}`
    d += `A${short(base)} ${short(base)} 0 0 1 ${at((i + 1) * step - half)}`
  }
  return `${d}Z`
}
