import { ringWords } from './badge-labels.ts'
import { columnOf, lineOf, short } from './lines.ts'
import { sceneOf } from './scene.ts'
import { type Drawn, figureOf, type WithCode } from './seal.ts'
import { circle, ink, type Print, path, printed, qrField, rect, ring } from './sheet.ts'

const [width, height] = [64, 100]

/** 木札: a wooden tag with a hole, 64 × 100 units; the text looks burnt in. */
export function drawTag(drawn: Drawn, { address }: WithCode, print: Print): string {
  const { words, shop } = drawn
  return printed(
    {
      title: `${ringWords}：${shop}　${words.whole}　${words.period}`,
      width,
      height,
      body: path(edge, ink.wood) + path(grain, ink.grain) + face(drawn, address),
      beyond: (by) => rect(-by, -by, width + 2 * by, height + 2 * by, ink.wood),
      cut: edge,
    },
    print,
  )
}

/** The outline of a 木札: the upper corners cut off, with the hole for the cord. */
const edge = `M10 0H${width - 10}L${width} 10V${height - 2}a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2V10Z`

/** Wood grain: narrow lenses from top to bottom, the same on each. */
const grain = [
  [5, 14, 80],
  [11.5, 3, 60],
  [18, 30, 66],
  [24.5, 2, 44],
  [31, 40, 57],
  [37.5, 16, 52],
  [44, 3, 90],
  [50.5, 34, 62],
  [57, 8, 78],
  [61, 30, 60],
]
  .map(([x = 0, y = 0, long = 0], i) => {
    const bend = i % 2 === 0 ? 1.6 : -1.4
    const [mid, end] = [y + long / 2, y + long]
    return `M${x} ${y}Q${short(x + bend)} ${mid} ${x} ${end}Q${short(x + bend + 0.7)} ${mid} ${x} ${y}Z`
  })
  .join('')

function face({ words, shop, letters }: Drawn, address: string | null): string {
  const [left, middle] = [21.5, 54]
  const day = { face: 'figure', size: 4, x: left, anchor: 'middle', most: 33 } as const
  const mark = { cx: left, cy: 29, radius: 11.2, horizon: 28 }
  return [
    `<path fill="none" stroke="${ink.bark}" stroke-width=".5" d="M11.2 2.6H${width - 11.2}L${width - 2.6} 11.2V${height - 2.6}H2.6V11.2Z"/>`,
    ring(32, 8.6, 3.4, ink.bark, 0.9),
    circle(32, 8.6, 2.6, ink.paper),
    circle(mark.cx, mark.cy, mark.radius + 1.6, ink.burnt),
    circle(mark.cx, mark.cy, mark.radius + 0.7, ink.paper),
    sceneOf(words.rule, mark),
    figureOf(words, letters, { x: left, y: 62.5, size: 22, most: 35, fill: ink.burnt }),
    path(
      lineOf(letters, words.claim, { face: 'black', size: 4.9, x: left, y: 70.4, anchor: 'middle', most: 34 }),
      ink.burnt,
    ),
    path(`M5.5 75.2H37.5V75.7H5.5Z`, ink.bark),
    path(lineOf(letters, shop, { face: 'bold', size: 4.4, x: left, y: 81.6, anchor: 'middle', most: 33 }), ink.burnt),
    ...words.period
      .split(/(?<=—) /)
      .map((part, i) => path(lineOf(letters, part, { ...day, y: 87.8 + i * 5.2 }), ink.burnt)),
    path(
      columnOf(letters, ringWords, {
        face: 'black',
        size: 8.4,
        x: middle - 3.4,
        y: 18,
        most: address ? 51 : 74,
        tracking: 0.06,
      }),
      ink.burnt,
    ),
    address ? qrField(address, { x: 39.6, y: 73, side: 20.6 }) : '',
  ].join('')
}
