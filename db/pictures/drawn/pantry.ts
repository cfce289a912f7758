import { seededRandom } from '../random.ts'
import { across, ball, gloss, line, oval, type Shades, shape, times, turned } from './strokes.ts'

/** 枡 seen from above, full of grain. */
function masu(grain: Shades, long: number, broad: number): string {
  const random = seededRandom(7)
  const kernels = times(230, () => {
    const [x, y] = [20 + random() * 88, 20 + random() * 88]
    return turned(
      random() * 180,
      oval(x, y, long, broad, 'url(#grain)', `stroke="${grain[2]}" stroke-opacity=".5" stroke-width=".6"`),
      x,
      y,
    )
  })
  return box(grain, `<g clip-path="url(#inside)">${kernels}</g>`)
}

/** 枡 with flour: そば粉 */
function masuOfFlour(flour: Shades): string {
  return box(
    flour,
    shape('M30 84C40 44 60 34 72 38c18 6 22 28 32 44-22 18-54 18-74 2z', flour[0], 'opacity=".9"') +
      line('M44 76c8-14 14-24 24-30M80 56c4 8 8 14 12 20', flour[2], 1.8, 'opacity=".4"'),
  )
}

function box(content: Shades, inside: string): string {
  return [
    ball('grain', content),
    '<clipPath id="inside"><rect x="18" y="18" width="92" height="92"/></clipPath>',
    shape('M4 4h120v120H4z', '#E3BE8A'),
    shape('M4 4h120l-12 12H16zM4 124h120l-12-12H16z', '#EBCB9B'),
    shape('M4 4l12 12v96L4 124zM124 4l-12 12v96l12 12z', '#CFA66F'),
    shape('M16 16h96v96H16z', content[2]),
    inside,
    '<rect x="16" y="16" width="96" height="96" fill="none" stroke="#4A2E12" stroke-opacity=".45" stroke-width="5"/>',
    line('M4 4l12 12M124 4l-12 12M4 124l12-12M124 124l-12-12', '#9A7040', 1.4),
  ].join('')
}

function bottle(glass: Shades, cap: string, label: string, mark: string): string {
  return [
    across('glass', glass),
    shape('M54 14h20v22c0 10 14 16 14 32v50c0 6-4 8-8 8H48c-4 0-8-2-8-8V68c0-16 14-22 14-32z', 'url(#glass)'),
    shape('M52 4q12-4 24 0v16H52z', cap),
    shape('M40 72h48v36H40z', label),
    mark,
    line('M46 66v52', '#fff', 3, 'opacity=".45"'),
    line('M58 24v12', '#fff', 2.4, 'opacity=".5"'),
  ].join('')
}

/** A cedar tub of 味噌. */
const misoTub = [
  across('tub', ['#E8C592', '#CFA066', '#9A6E3C']),
  ball('miso', ['#D2955A', '#A5683A', '#6E4020']),
  shape('M12 44h104l-8 72q-44 14-88 0z', 'url(#tub)'),
  times(6, (i) => line(`M${26 + i * 15} 50l${(2.5 - i) * -1.4} 72`, '#8A5F30', 1.6, 'opacity=".5"')),
  line('M15 66q49 14 98 0M18 102q46 12 92 0', '#6E8A4A', 5),
  oval(64, 42, 52, 18, '#B5854A'),
  oval(64, 42, 46, 15, '#6E4020'),
  shape('M20 42c6-18 24-30 44-30s38 14 44 30c-14 14-74 14-88 0z', 'url(#miso)'),
  line('M36 38c10-10 22-14 36-12M48 44c12-6 24-6 40 0', '#E0AC74', 3, 'opacity=".7"'),
].join('')

/** 煎茶: the leaf */
const teaLeaf = times(34, (i) => {
  const [x, y] = [24 + ((i * 37) % 80), 24 + ((i * 29) % 80)]
  return turned(
    (i * 53) % 180,
    line(`M${x - 12} ${y}q12 ${i % 2 ? 5 : -5} 24 0`, i % 3 ? '#3F6B34' : '#2A4F2A', 5) +
      line(`M${x - 10} ${y - 1}q10 ${i % 2 ? 4 : -4} 20 0`, '#7FA85A', 1.4),
    x,
    y,
  )
})

const peppercorns = [
  ball('sansho', ['#BFE07A', '#6FA63E', '#3F7028']),
  line('M64 126C62 90 66 60 64 20M64 92L34 70M64 84l30-22M64 62L38 38M64 52l26-24', '#6B8F3C', 3),
  [
    [34, 68],
    [24, 80],
    [42, 58],
    [94, 60],
    [104, 72],
    [86, 50],
    [38, 36],
    [28, 46],
    [48, 28],
    [90, 26],
    [100, 38],
    [80, 18],
    [64, 18],
    [56, 46],
    [74, 76],
  ]
    .map(([x = 0, y = 0]) => oval(x, y, 9, 9, 'url(#sansho)') + gloss(x - 3, y - 3, 2, 2.6, 0, 0.6))
    .join(''),
].join('')

export const drawnPantry = {
  riceMasu: masu(['#FFFFFF', '#F8F4E8', '#D6CCB0'], 5, 2.5),
  brownRiceMasu: masu(['#E8CF9A', '#CBA765', '#94743C'], 5, 2.5),
  soybeanMasu: masu(['#FFF0C0', '#E8CB85', '#B5924A'], 6, 5.4),
  azukiMasu: masu(['#C2605A', '#8A2430', '#521018'], 5.4, 4),
  sobaFlour: masuOfFlour(['#F6F1E8', '#E6DED0', '#CFC4B2']),
  soySauce: bottle(
    ['#6B3A24', '#3A1A10', '#1C0B06'],
    '#B5231F',
    '#F6EBD2',
    line('M52 82h24M64 78v24M54 92h20', '#3A1A10', 3.4),
  ),
  oliveOil: bottle(
    ['#C9C65A', '#8F9A2A', '#56661A'],
    '#2A2A24',
    '#F3F0DC',
    oval(60, 90, 7, 10, '#6B8F3C') + line('M66 82q8-6 14-2', '#6B8F3C', 3),
  ),
  wine: bottle(
    ['#4A6B4E', '#1E3A2A', '#0C1E14'],
    '#7A1C33',
    '#FBF6E8',
    shape('M56 96c0-12 16-12 16 0z', '#7A1C33') + line('M50 82h28M54 101h20', '#A58A4A', 2),
  ),
  misoTub,
  teaLeaf,
  sansho: peppercorns,
} satisfies Record<string, string>
