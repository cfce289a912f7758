import { across, ball, down, line, oval, type Shades, shape, times, turned } from './strokes.ts'

const tie = shape('M48 100c10 5 22 5 32 0l1 7c-11 5-23 5-34 0z', '#D9B45A')

/** A bunch of broad leaves on pale stems. */
function leafBunch(leaf: Shades, stem: readonly [string, string], foot: string): string {
  const [light, middle, dark] = leaf
  return [
    down('blade', light, dark),
    down('stem', ...stem),
    shape('M38 60C14 58 4 40 12 20c18-2 34 12 36 36zM90 60c24-2 34-20 26-40-18-2-34 12-36 36z', dark),
    shape('M58 120C50 90 38 72 24 44l5-2c20 24 30 44 36 76z', 'url(#stem)'),
    shape('M70 120c8-30 20-48 34-76l-5-2C79 66 69 86 63 118z', 'url(#stem)'),
    shape('M52 66C28 58 24 30 40 8c22 6 32 30 22 58z', 'url(#blade)'),
    shape('M76 66c24-8 28-36 12-58-22 6-32 30-22 58z', dark),
    shape('M78 62c18-8 22-30 10-48-16 8-24 26-16 48z', middle),
    shape(
      'M58 122c-2-34-6-60-12-92l4-1c10 30 15 60 15 92zM70 122c2-34 6-60 12-92l-4-1c-10 30-15 60-15 92z',
      'url(#stem)',
    ),
    shape('M64 76C46 62 46 28 64 4c18 24 18 58 0 72z', light),
    shape('M59 124c1-34 2-66 3-98h4c1 32 2 64 3 98-2 3-8 3-10 0z', 'url(#stem)'),
    line(
      'M64 34l-9-8M64 44l-9-8M64 34l9-8M64 44l9-8M47 34l-8-4M49 44l-10-3M81 34l8-4M79 44l10-3',
      '#fff',
      1.5,
      'opacity=".4"',
    ),
    foot,
  ].join('')
}

/** にら、九条ねぎ: long narrow leaves, tied. */
function blades(count: number, top: string, middle: string, foot: string, width: number): string {
  const blade = (i: number) => {
    const o = i - (count - 1) / 2
    const tip = 64 + o * (74 / count) + ((i * 13) % 7) - 3
    const foot = 64 + o * (22 / count)
    return `<path d="M${foot - width / 2} 122C${foot - width / 2} 84 ${tip - width / 2} 50 ${tip} ${4 + ((i * 7) % 5) * 3}C${tip + width / 2} 50 ${foot + width / 2} 84 ${foot + width / 2} 122z" fill="url(#blade${i % 2})"/>`
  }
  return down('blade0', top, middle, foot) + down('blade1', middle, middle, foot) + times(count, blade) + tie
}

/** 水菜、春菊、ディル: stalks with leaflets on both sides. */
function fronds(stem: string, leaf: string, dark: string, leaflet: number, width: number, from = 0.35): string {
  const stalk = (i: number) => {
    const green = i % 2 ? leaf : dark
    const leaflets = times(9, (j) => {
      const t = from + ((1 - from) * j) / 8
      const y = 122 - 112 * t
      const reach = leaflet * (1 - Math.abs(t - 0.7) * 0.9)
      return `M64 ${y}l${-reach} ${-reach * 0.75}M64 ${y}l${reach} ${-reach * 0.75}`
    })
    return turned((i - 3) * 10, line('M64 122V12', stem, 3.4) + line(leaflets, green, width), 64, 122)
  }
  return [0, 6, 1, 5, 2, 4, 3].map(stalk).join('') + tie
}

/** キャベツ and everything that makes a round head. */
function head([light, middle, dark]: Shades, vein: string, outer: string): string {
  return [
    ball('head', [light, middle, dark]),
    shape('M10 74C2 52 16 26 36 18c-4 26-4 66 10 96C26 110 14 96 10 74z', outer),
    shape('M118 74c8-22-6-48-26-56 4 26 4 66-10 96 20-4 32-18 36-40z', dark),
    '<circle cx="64" cy="64" r="51" fill="url(#head)"/>',
    shape('M64 116C30 104 22 60 46 18c10-6 26-6 36 0 24 42 16 86-18 98z', light, 'opacity=".45"'),
    shape('M20 50C40 26 72 28 84 60c6 20 0 42-14 54C36 112 10 84 20 50z', middle, 'opacity=".55"'),
    line(
      'M70 114C62 84 48 58 24 48M64 92C50 92 38 88 28 80M58 76c2-14 0-26-6-36M68 112c10-24 12-60 6-96M74 74c10-4 20-14 26-28M73 92c12-2 24-10 32-20',
      vein,
      3,
      'opacity=".75"',
    ),
  ].join('')
}

/** カリフラワー、ロマネスコ: curds in a collar of leaves. */
function curds([light, middle, dark]: Shades, pointed: boolean): string {
  const rings = [0, 6, 11].flatMap((count, ring) =>
    Array.from({ length: Math.max(1, count) }, (_, i) => {
      const angle = (i / Math.max(1, count)) * Math.PI * 2 + ring * 0.4
      return { x: 64 + Math.cos(angle) * ring * 18, y: 58 + Math.sin(angle) * ring * 16, r: 17 - ring * 1.5 }
    }),
  )
  const curd = ({ x, y, r }: { x: number; y: number; r: number }) =>
    pointed
      ? shape(
          `M${x - r} ${y + r * 0.8}Q${x - r * 0.4} ${y - r * 0.6} ${x} ${y - r * 1.4}Q${x + r * 0.4} ${y - r * 0.6} ${x + r} ${y + r * 0.8}Q${x} ${y + r * 1.5} ${x - r} ${y + r * 0.8}z`,
          'url(#curd)',
        ) +
        line(
          `M${x - r * 0.6} ${y + r * 0.3}q${r * 0.6} ${r * 0.5} ${r * 1.2} 0M${x - r * 0.4} ${y - r * 0.3}q${r * 0.4} ${r * 0.4} ${r * 0.8} 0`,
          dark,
          1.6,
        )
      : oval(x, y, r, r * 0.95, 'url(#curd)') +
        oval(x - r * 0.3, y - r * 0.35, r * 0.4, r * 0.3, '#fff', 'opacity=".6"')
  return [
    ball('curd', [light, middle, dark]),
    shape(
      'M8 62C0 40 14 22 30 18L50 116C26 112 10 92 8 62zM120 62c8-22-6-40-22-44L78 116c24-4 40-24 42-54z',
      '#5F9E3F',
    ),
    shape(
      'M20 104C8 84 14 60 26 50l36 72c-16 2-32-4-42-18zM108 104c12-20 6-44-6-54l-36 72c16 2 32-4 42-18z',
      '#86BF55',
    ),
    line(
      'M24 96C24 80 26 70 30 62M104 96c0-16-2-26-6-34M14 54c2 16 6 28 12 40M114 54c-2 16-6 28-12 40',
      '#D5E8B0',
      2.5,
    ),
    ...rings.sort((p, q) => p.y - q.y).map(curd),
    shape('M40 98c10 22 38 22 48 0 8 18-8 28-24 28s-32-10-24-28z', '#9CCB68'),
  ].join('')
}

function asparagus([light, middle, dark]: Shades, scale: string): string {
  const spear = (i: number) =>
    turned(
      (i - 2) * 5,
      shape('M57 122V34c0-14 3-24 7-30 4 6 7 16 7 30v88z', 'url(#spear)') +
        shape('M57 34c0-14 3-24 7-30 4 6 7 16 7 30l-7 8z', scale) +
        line('M58 26l6 8 6-8M59 18l5 7 5-7', dark, 1.4) +
        shape('M58 58l6-9 4 12zM70 80l-6-9-4 12zM58 100l5-8 4 10z', scale),
      64,
      150,
    )
  return (
    across('spear', [light, middle, dark]) +
    [0, 4, 1, 3, 2].map(spear).join('') +
    shape('M40 92c16 6 32 6 48 0l1 9c-16 6-34 6-50 0z', '#5E7FB0')
  )
}

/** 菜の花、スティックセニョール */
function flowerStems(bud: string, budLight: string): string {
  const stalk = (i: number) => {
    const buds = times(8, (j) => {
      const angle = j * 2.4
      return oval(
        64 + Math.cos(angle) * (3 + j),
        20 + Math.sin(angle) * (2 + j * 0.8),
        4.6,
        4.6,
        j % 3 ? bud : budLight,
      )
    })
    return turned(
      (i - 2) * 13,
      line('M64 122V26', '#7CB342', 6) +
        shape('M64 84C48 80 40 66 40 52c14 4 22 16 24 32zM64 66c14-4 20-16 20-28-12 4-18 14-20 28z', '#388E3C') +
        buds,
      64,
      124,
    )
  }
  return [0, 4, 1, 3, 2].map(stalk).join('') + tie
}

function celery(): string {
  const rib = (i: number) =>
    turned(
      (i - 2) * 8,
      shape('M56 122c-2-30 0-56 4-76h9c4 20 6 46 4 76z', 'url(#rib)') + line('M61 116V56M66 118V52', '#E6F2C4', 1.6),
      64,
      130,
    )
  const tuft = (i: number) =>
    turned(
      (i - 2) * 17,
      shape(
        'M64 52C50 48 46 36 52 28 46 20 52 8 64 2c12 6 18 18 12 26 6 8 2 20-12 24z',
        i % 2 ? '#43A047' : '#66BB6A',
      ) + line('M64 50V16', '#C5E1A5', 1.5),
      64,
      110,
    )
  return (
    across('rib', ['#DCEDB8', '#AED581', '#7CB342']) +
    [0, 4, 1, 3, 2].map(tuft).join('') +
    [0, 4, 1, 3, 2].map(rib).join('')
  )
}

/** チンゲン菜: broad white feet */
const bokChoy = [
  down('leaf', '#6DBB4E', '#2B7A34'),
  down('foot', '#A5D16F', '#EDF5D6', '#F7FAEC'),
  shape('M30 64C8 52 6 26 20 12c18 4 30 26 28 52zM98 64c22-12 24-38 10-52-18 4-30 26-28 52z', '#2B7A34'),
  shape('M46 56C32 40 38 14 52 6c14 8 18 32 10 52zM82 56c14-16 8-42-6-50-14 8-18 32-10 52z', 'url(#leaf)'),
  shape('M64 60C48 48 48 20 64 6c16 14 16 42 0 54z', '#57AA47'),
  shape('M40 54c-18 22-18 62 10 68 8-14 6-46-2-70zM88 54c18 22 18 62-10 68-8-14-6-46 2-70z', 'url(#foot)'),
  shape('M60 34c-20 34-20 80 4 90 24-10 24-56 4-90z', 'url(#foot)'),
  line(
    'M64 116V52M56 112c-4-16-4-34 2-52M72 112c4-16 4-34-2-52M44 112c-8-14-8-34-2-50M84 112c8-14 8-34 2-50',
    '#B9D58B',
    1.6,
  ),
].join('')

/** 大葉: one leaf with a saw edge */
function shiso(): string {
  const edge = Array.from({ length: 45 }, (_, i) => {
    const t = (i / 44) * Math.PI * 2 - Math.PI / 2
    const y = 60 + Math.sin(t) * 54
    const width = 44 * Math.cos(t) * (0.72 + 0.28 * Math.sin(t)) + (i % 2 ? Math.sign(Math.cos(t)) * 4 : 0)
    return `${(64 + width).toFixed(1)} ${(i % 2 ? y - 3 : y).toFixed(1)}`
  })
  return [
    ball('shiso', ['#7CC05A', '#3F9142', '#256B2E']),
    line('M64 106v20', '#7CB342', 5),
    shape(`M${edge.join('L')}z`, 'url(#shiso)'),
    line(
      'M64 112V12M64 96l26-22M64 96L38 74M64 78l30-24M64 78L34 54M64 58l22-20M64 58L42 38M64 38l12-12M64 38L52 26',
      '#BFE39B',
      1.8,
      'opacity=".85"',
    ),
  ].join('')
}

/** A twig with pairs of leaves: ローズマリー has many narrow ones, バジル few broad ones. */
function sprig(pairs: number, long: number, broad: number, [light, middle, dark]: Shades, stem: string): string {
  const pair = (i: number) => {
    const t = i / (pairs - 1 || 1)
    const y = 108 - 88 * t
    const k = 1 - t * 0.45
    const leaf = (side: number, fill: string) =>
      turned(
        side * 54,
        oval(64, y - long * k, broad * k, long * k, fill) +
          line(`M64 ${y}v${-long * k * 1.6}`, light, 1.1, 'opacity=".7"'),
        64,
        y,
      )
    return leaf(-1, middle) + leaf(1, dark)
  }
  return line('M64 126V18', stem, 3.5) + times(pairs, pair) + oval(64, 16, broad * 0.6, long * 0.55, light)
}

/** Three stems that end in three-part leaves: 三つ葉、パクチー、パセリ、クレソン. */
function trefoils([light, middle, dark]: Shades, lobe: number, stem: string): string {
  const leaf = (x: number, y: number, degrees: number, fill: string) => {
    const petal = (a: number) =>
      turned(
        a,
        shape(
          `M${x} ${y}c${-lobe} ${-lobe * 0.3} ${-lobe * 0.9} ${-lobe * 1.3} ${-lobe * 0.3} ${-lobe * 1.3}l${lobe * 0.3} ${-lobe * 0.4}l${lobe * 0.3} ${lobe * 0.4}c${lobe * 0.6} 0 ${lobe * 0.7} ${lobe} ${-lobe * 0.3} ${lobe * 1.3}z`,
          fill,
        ) + line(`M${x} ${y}v${-lobe * 1.2}`, '#E3F2C6', 1.2, 'opacity=".6"'),
        x,
        y,
      )
    return turned(degrees, petal(-78) + petal(78) + petal(0), x, y)
  }
  return [
    line(
      'M62 126C56 96 40 76 28 62M64 126c4-30 18-46 36-58M64 126c-2-30 0-56 0-78M60 112c-10-14-26-20-36-20M66 112c8-12 20-16 32-18',
      stem,
      3.4,
    ),
    leaf(24, 94, -60, dark),
    leaf(100, 96, 58, dark),
    leaf(28, 62, -32, middle),
    leaf(100, 68, 34, middle),
    leaf(64, 46, 0, light),
  ].join('')
}

/** もやし、豆苗 */
function sprouts(stem: string, headColour: string, twin: boolean): string {
  const sprout = (i: number) => {
    const o = i - 4
    const x = 64 + o * 11
    const y = 18 + ((i * 11) % 5) * 4
    const stalk = line(`M${64 + o * 7} 122C${64 + o * 4} 90 ${x + 6} 60 ${x} ${y}`, stem, 5)
    const top = twin
      ? turned(-35, oval(x - 7, y, 9, 5.5, headColour), x, y) + turned(35, oval(x + 7, y, 9, 5.5, '#43A047'), x, y)
      : turned(30 + o * 6, oval(x, y - 2, 8, 5.5, headColour), x, y)
    return stalk + top
  }
  return times(9, sprout)
}

/** わらび、こごみ: a rolled frond */
const fiddlehead = [
  line('M58 124C70 96 66 70 44 50c-18-18-2-44 22-40 20 4 24 28 8 36-12 6-22-6-14-14', '#3D7A2F', 13),
  line('M58 122C69 96 65 71 44 50c-17-18-2-43 22-39 19 4 22 26 8 34-11 6-21-5-14-13', '#7DB84F', 8),
  line('M57 116C65 94 61 74 43 54c-16-18-4-40 16-41', '#C1E08E', 2.4),
].join('')

/** ベビーリーフ: one small leaf */
function babyLeaf([light, , dark]: Shades, vein: string): string {
  return [
    ball('baby', [light, dark, dark]),
    line('M64 124V60', vein, 5),
    shape('M64 98C40 92 34 44 64 6c30 38 24 86 0 92z', 'url(#baby)'),
    line('M64 100V20M64 82l-13-12M64 82l13-12M64 62L51 50M64 62l13-12M64 44l-8-9M64 44l8-9', vein, 1.8, 'opacity=".8"'),
  ].join('')
}

/** ケール、サニーレタス: a frilled leaf */
function frilledLeaf([light, middle, dark]: Shades, rib: string): string {
  const frill = (radius: number, bumps: number, fill: string) =>
    times(bumps, (i) => {
      const a = (i / bumps) * Math.PI * 2
      const taper = 0.78 - 0.22 * Math.sin(a)
      return oval(64 + Math.cos(a) * radius * taper, 52 + Math.sin(a) * radius * 1.05, 11, 11, fill)
    })
  return [
    down('rib', rib, '#F4F8E4'),
    frill(42, 19, dark),
    frill(32, 15, middle),
    oval(64, 52, 26, 32, middle),
    frill(20, 10, light),
    oval(64, 52, 14, 20, light),
    shape('M58 124c2-30 4-66 5-98h3c1 32 2 68 4 98z', 'url(#rib)'),
    line('M64 76L40 58M64 76l24-18M64 56L46 38M64 56l18-18M64 38l-9-12M64 38l9-12', rib, 2.6, 'opacity=".8"'),
  ].join('')
}

/** Pointed scales over each other, cut to the outline of the whole: たけのこ、ふきのとう、アーティチョーク. */
function scales([light, middle, dark]: Shades, outline: string, columns: number, rows: number, tip: string): string {
  const w = 112 / columns
  const h = 120 / rows
  const scale = (x: number, y: number) => {
    const lean = (x - 64) * -0.12
    const point = `${x + lean} ${y - h * 1.7}`
    return (
      shape(
        `M${x - w * 0.75} ${y}C${x - w * 0.75} ${y - h} ${x + lean - w * 0.2} ${y - h * 1.3} ${point}C${x + lean + w * 0.2} ${y - h * 1.3} ${x + w * 0.75} ${y - h} ${x + w * 0.75} ${y}V${y + h}H${x - w * 0.75}z`,
        'url(#scale)',
        `stroke="${dark}" stroke-width="1.4" stroke-opacity=".7"`,
      ) +
      shape(
        `M${point}q${-w * 0.2} ${h * 0.3} ${-w * 0.22} ${h * 0.55}h${w * 0.44}q0 ${-h * 0.25} ${-w * 0.22} ${-h * 0.55}z`,
        tip,
      )
    )
  }
  const row = (r: number) => times(columns + 1, (c) => scale(8 + (c + (r % 2 ? 0.5 : 0)) * w, 22 + r * h))
  return [
    across('scale', [light, middle, dark]),
    ball('body', [light, middle, dark]),
    `<clipPath id="outline"><path d="${outline}"/></clipPath>`,
    shape(outline, 'url(#body)'),
    `<g clip-path="url(#outline)">${times(rows + 1, row)}${shape(outline, 'url(#body)', 'opacity=".35"')}</g>`,
    shape(outline, 'none', `stroke="${dark}" stroke-width="1.6" stroke-opacity=".6"`),
  ].join('')
}

const outlines = {
  shoot: 'M64 2C80 30 100 72 98 112q-34 22-68 0C28 72 48 30 64 2z',
  globe: 'M64 8C96 20 116 48 114 76c-2 28-24 44-50 44S16 104 14 76C12 48 32 20 64 8z',
  bud: 'M64 6C92 24 108 52 104 82c-4 24-20 38-40 38S28 106 24 82C20 52 36 24 64 6z',
  slim: 'M64 2C84 24 92 56 90 88c-2 20-12 34-26 36-14-2-24-16-26-36C36 56 44 24 64 2z',
  bulb: 'M64 16C100 18 122 46 120 74c-2 26-26 40-56 40S10 100 8 74C6 46 28 18 64 16z',
}

export const drawnLeaves = {
  komatsuna: leafBunch(['#6DBB4E', '#57AA47', '#2B7A34'], ['#A8D67C', '#F0F4D8'], tie),
  spinach: leafBunch(
    ['#4F9E45', '#37843A', '#1B5E2A'],
    ['#8CC265', '#CFE0A0'],
    shape('M56 112h16l-4 14q-4 4-8 0z', '#D8708A') + tie,
  ),
  nira: blades(17, '#1F6B2C', '#3E9440', '#A9D07C', 6),
  mizuna: fronds('#F1F4DE', '#6DBB4E', '#3E9440', 15, 4.6, 0.4),
  shungiku: fronds('#8CC265', '#4F9E45', '#2B7A34', 21, 7.5, 0.22),
  arugula: frilledLeaf(['#8FCB5A', '#5FA544', '#3A8A3C'], '#DDF0BE'),
  moroheiya: sprig(6, 18, 9, ['#6DBB4E', '#3E9440', '#246B30'], '#7FA845'),
  kuushinsai: sprig(5, 27, 6, ['#7CC653', '#4CA143', '#2F7F38'], '#B5D98A'),
  italianParsley: trefoils(['#5FA544', '#37843A', '#1B5E2A'], 27, '#8CC265'),
  fennel:
    fronds('#B9DB8C', '#7CB342', '#5FA544', 11, 1.8, 0.5) +
    oval(64, 106, 30, 20, '#F4F8E2') +
    line('M44 100q20 12 40 0M40 108q24 14 48 0', '#CFE0A8', 2.4),
  dill: fronds('#7CB342', '#5FA544', '#3E8A3C', 14, 2, 0.25),
  bokChoy,
  cabbage: head(['#E4F2B8', '#A9D26C', '#6FA644'], '#F3F9DC', '#7DB84F'),
  redCabbage: head(['#B97BB4', '#7D3F80', '#4E2258'], '#EBD3EA', '#6B3270'),
  lettuce: head(['#F0F8CC', '#BFE07F', '#8DC152'], '#FBFDEB', '#A5D16B'),
  cauliflower: curds(['#FFFEF6', '#F6EFD8', '#D9CBA0'], false),
  romanesco: curds(['#E6F3A0', '#A9CF4F', '#6F9C35'], true),
  asparagus: asparagus(['#B4D97E', '#6FAE45', '#3F7F34'], '#3F7F4A'),
  whiteAsparagus: asparagus(['#FFFDF2', '#F3ECD2', '#D8CBA2'], '#E6D8C0'),
  nanohana: flowerStems('#F2C521', '#8BC34A'),
  celery: celery(),
  shiso: shiso(),
  basil: sprig(4, 19, 12, ['#8FD05F', '#4FA344', '#2F7F38'], '#7CB342'),
  rosemary: sprig(12, 13, 2.6, ['#A9C4A0', '#5E8F6B', '#3C6B50'], '#8A6B4A'),
  thyme: sprig(9, 7, 4.6, ['#B8CF9A', '#7A9F62', '#557C4A'], '#9A7A55'),
  coriander: trefoils(['#7CC653', '#4CA143', '#2F7F38'], 20, '#9CCB68'),
  moyashi: sprouts('#F8F6EC', '#EED98A', false),
  tomyo: sprouts('#B5D98A', '#66BB5A', true),
  fiddlehead,
  babyGreen: babyLeaf(['#8FD05F', '#4FA344', '#3A8A3C'], '#DDF0BE'),
  babyRed: babyLeaf(['#B2607A', '#8A3550', '#6A2440'], '#E58AA0'),
  kale: frilledLeaf(['#6FA65A', '#3F7F48', '#2A5F3A'], '#C9E2B0'),
  sunnyLettuce: frilledLeaf(['#A9D868', '#7FB24E', '#8A3A3A'], '#E3F0C0'),
  takenoko: scales(['#C9A06A', '#9A7044', '#6B4A2C'], outlines.shoot, 3, 5, '#6E8A4A'),
  fukinoto: scales(['#E3EFA8', '#B3D06A', '#7FA845'], outlines.bud, 3, 4, '#F1F6CF'),
  artichoke: scales(['#B7CC8A', '#86A862', '#5C7F48'], outlines.globe, 5, 6, '#9A7A95'),
  myoga: scales(['#F3CFCB', '#CF8796', '#96506C'], outlines.slim, 2, 5, '#A5BF7A'),
  yurine: scales(['#FFFDF2', '#F3EAD0', '#D6C59A'], outlines.bulb, 4, 4, '#FFFDF2'),
} satisfies Record<string, string>
