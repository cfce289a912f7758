import { ball, gloss, line, oval, type Shades, shape, speckles, times, turned } from './strokes.ts'

/** 梨: round, with fine dots */
function nashi([light, middle, dark]: Shades, dot: string): string {
  return [
    ball('nashi', [light, middle, dark]),
    line('M66 24c0-8 2-14 8-20', '#6B4A2C', 5),
    shape('M64 20c10-6 52-2 52 46 0 32-22 54-52 54S12 98 12 66c0-48 42-52 52-46z', 'url(#nashi)'),
    speckles(46, 46, 46, 1.5, dot, 0.7),
    oval(65, 23, 14, 4.5, dark, 'opacity=".6"'),
    gloss(40, 50, 8, 14, 28, 0.35),
  ].join('')
}

/** A red apple has a wide, sunken top, a stem, and streaks that run down from it: a tomato has none of these. */
function apple([light, middle, dark]: Shades, streak: string): string {
  const streaks = times(13, (i) => {
    const at = 20 + i * 7.3
    const reach = 62 + Math.cos((i - 6) / 4) * 34 - ((i * 5) % 4) * 7
    return line(`M${64 + (at - 64) * 0.55} 34Q${at} 52 ${at} ${reach}`, streak, 3.2, 'opacity=".55"')
  })
  return [
    ball('apple', [light, middle, dark]),
    shape(
      'M64 32c16-16 54-10 54 32 0 34-22 58-40 58-6 0-9-3-14-3s-8 3-14 3c-18 0-40-24-40-58 0-42 38-48 54-32z',
      'url(#apple)',
    ),
    streaks,
    oval(64, 33, 25, 9, streak, 'opacity=".9"'),
    oval(64, 35, 13, 5, '#8A7A35', 'opacity=".75"'),
    speckles(34, 44, 42, 1.2, '#FFF3D0', 0.75),
    line('M64 36c-1-12 2-20 9-28', '#6B4A2C', 6),
    shape('M72 20c10-16 28-18 40-10-8 14-26 20-40 10z', '#6FA644'),
    line('M74 19c12-2 24-6 36-9', '#4F7F34', 2),
    gloss(32, 60, 8, 16, 18, 0.45),
  ].join('')
}

function appleCut(skin: string): string {
  return [
    shape('M64 28c16-14 54-8 54 34 0 34-22 60-40 60-6 0-9-3-14-3s-8 3-14 3c-18 0-40-26-40-60 0-42 38-48 54-34z', skin),
    shape(
      'M64 34c16-13 48-8 48 29 0 31-20 53-35 53-5 0-8-3-13-3s-8 3-13 3c-15 0-35-22-35-53 0-37 32-42 48-29z',
      '#FFF6DC',
    ),
    shape('M64 48c12 4 18 14 18 26s-8 22-18 24c-10-2-18-12-18-24s6-22 18-26z', '#F6E6B4'),
    turned(14, shape('M56 66c5 4 5 14 0 20-5-6-5-16 0-20z', '#5A3A22'), 56, 76),
    turned(-14, shape('M72 66c5 4 5 14 0 20-5-6-5-16 0-20z', '#5A3A22'), 72, 76),
    line('M64 34c0-10 2-16 7-22', '#6B4A2C', 5),
  ].join('')
}

/** すもも、ネクタリン、梅、あんず、梅干し: round, with a cleft */
function stoneFruit([light, middle, dark]: Shades, blush?: string): string {
  return [
    ball('stone', [light, middle, dark]),
    line('M62 22c0-8 2-12 8-17', '#6B4A2C', 4.5),
    shape('M62 22c14-8 54-4 54 44 0 32-22 54-52 54S12 98 12 66c0-46 38-54 50-44z', 'url(#stone)'),
    blush ? shape('M84 26c34 14 40 66 4 88 16-30 14-62-4-88z', blush, 'opacity=".55"') : '',
    line('M62 22c14 22 16 60 4 96', dark, 2.6, 'opacity=".5"'),
    gloss(36, 54, 8, 15, 26, 0.5),
  ].join('')
}

/** 梅干し: matt and wrinkled */
const umeboshi = [
  ball('ume', ['#D9705F', '#A82A35', '#651020']),
  shape(
    'M60 12c14-4 26 2 36 8 14 8 22 24 22 42 2 14-4 28-14 38-12 12-26 18-42 16-16 2-32-6-42-18C10 88 8 74 10 60c0-18 10-32 24-40 8-4 16-8 26-8z',
    'url(#ume)',
  ),
  line(
    'M30 44c12 8 26 4 34-8M20 64c14 10 34 6 46-8M72 26c6 12 18 16 30 12M66 90c12 6 28 2 40-12M32 96c8 4 20 2 30-8M80 58c8 6 20 6 30-2M44 76c8 4 18 2 26-6M76 108c8-2 14-6 18-12',
    '#5E0C1A',
    3.4,
    'opacity=".55"',
  ),
  line(
    'M28 40c12 7 25 4 33-7M18 60c14 9 33 6 45-8M70 23c6 11 18 15 30 11M64 86c12 6 27 2 39-11',
    '#F0A08F',
    2,
    'opacity=".5"',
  ),
].join('')

const persimmon = [
  ball('kaki', ['#FFC07A', '#F2791C', '#B84E0C']),
  shape('M64 26c34-4 54 12 54 42 0 34-22 52-54 52S10 102 10 68c0-30 20-46 54-42z', 'url(#kaki)'),
  gloss(34, 70, 8, 16, 20, 0.5),
  shape(
    'M64 30c-8-8-18-14-34-10 4 12 8 16 16 18-8 4-8 12-4 20 12 0 18-6 22-16 4 10 10 16 22 16 4-8 4-16-4-20 8-2 12-6 16-18-16-4-26 2-34 10z',
    '#7CA043',
  ),
  shape('M64 30c-8-6-16-8-26-6 4 8 14 10 26 10s22-2 26-10c-10-2-18 0-26 6z', '#A5C663'),
  line('M64 32V14', '#6B5A2C', 6),
].join('')

const fig = [
  ball('fig', ['#B98AA0', '#7A3F63', '#43203F']),
  shape('M62 8c4-4 8-2 8 4 2 18 40 34 40 68 0 26-20 42-46 42s-46-16-46-42c0-34 36-46 44-72z', 'url(#fig)'),
  line('M62 22C50 50 34 62 34 92M66 22c-4 34-6 62-2 94M70 24c10 28 24 44 26 66', '#E3C2CC', 2.4, 'opacity=".5"'),
  shape('M58 26c0-8 2-16 6-24l7 2c-2 8-1 14 2 22-4 5-12 5-15 0z', '#9BB05A'),
  gloss(36, 82, 6, 15, 16, 0.4),
].join('')

const figCut = [
  '<circle cx="64" cy="68" r="54" fill="#7A3F63"/><circle cx="64" cy="68" r="49" fill="#F6EAD6"/>',
  '<circle cx="64" cy="68" r="40" fill="#D9607A"/><circle cx="64" cy="68" r="14" fill="#F6D9C4"/>',
  times(34, (i) => turned(i * 21, oval(64, 68 - 20 - (i % 3) * 7, 1.8, 3, '#FBE3B5'), 64, 68)),
].join('')

/** びわ、金柑: a small egg-shaped fruit */
function smallOval([light, middle, dark]: Shades): string {
  return [
    ball('small', [light, middle, dark]),
    line('M64 18V4', '#7A5A34', 6),
    shape('M64 14c26 0 40 26 40 54s-16 54-40 54-40-26-40-54 14-54 40-54z', 'url(#small)'),
    oval(64, 16, 9, 4, '#6B8F3C'),
    gloss(44, 52, 7, 16, 14, 0.5),
  ].join('')
}

/** すだち、かぼす、シークヮーサー whole and cut */
function citrus([light, middle, dark]: Shades): string {
  return [
    ball('citrus', [light, middle, dark]),
    '<circle cx="64" cy="66" r="54" fill="url(#citrus)"/>',
    speckles(60, 50, 50, 1.3, dark, 0.4),
    shape('M64 16l5 7 8-2-4 7 5 6-8 0-6 6-6-6-8 0 5-6-4-7 8 2z', '#8FA84A'),
    gloss(40, 50, 8, 14, 28, 0.5),
  ].join('')
}

function citrusCut(rind: string, flesh: string, deep: string): string {
  return [
    `<circle cx="64" cy="64" r="54" fill="${rind}"/><circle cx="64" cy="64" r="49" fill="#FBFBE6"/>`,
    times(10, (i) => turned(i * 36, shape('M64 60L52 26q12-9 24 0z', i % 2 ? flesh : deep))),
    '<circle cx="64" cy="64" r="5" fill="#FBFBE6"/>',
  ].join('')
}

/** A bunch: rows of berries that grow shorter. */
function grapes(berry: Shades, edge: string): string {
  const rows = [
    [26, 5],
    [44, 6],
    [62, 5],
    [79, 4],
    [95, 3],
    [109, 2],
  ] as const
  const berries = rows.flatMap(([y, count]) =>
    Array.from({ length: count }, (_, i) => {
      const x = 64 + (i - (count - 1) / 2) * 18.5
      return (
        oval(x, y, 11.2, 12, 'url(#berry)', `stroke="${edge}" stroke-opacity=".55" stroke-width="1.2"`) +
        oval(x - 3.6, y - 4.5, 2.6, 3.4, '#fff', 'opacity=".75"')
      )
    }),
  )
  return ball('berry', berry) + line('M64 22V2M52 8h24', '#7A5A34', 6) + berries.join('')
}

const raspberry = [
  ball('drupe', ['#FF9BAE', '#D81B4A', '#8A0F2E']),
  shape('M22 44h84c4 34-20 66-42 78-22-12-46-44-42-78z', '#A5123A'),
  [
    [34, 40, 6],
    [50, 34, 5.2],
    [67, 33, 4.4],
    [84, 26, 3.4],
    [100, 16, 2.2],
    [112, 4, 1],
  ]
    .flatMap(([y = 0, half = 0, count = 1]) =>
      Array.from({ length: Math.round(count) }, (_, i) => {
        const x = 64 + (Math.round(count) === 1 ? 0 : (i / (Math.round(count) - 1) - 0.5) * 2 * half)
        return (
          oval(x, y, 10.5, 10, 'url(#drupe)', 'stroke="#7A0C28" stroke-opacity=".5" stroke-width="1"') +
          oval(x - 3, y - 3.5, 2.6, 2, '#fff', 'opacity=".6"')
        )
      }),
    )
    .join(''),
  shape(
    'M64 28c-10 10-22 8-32 4 6-8 14-12 22-12-2-6-2-10 4-16l6 8 6-8c6 6 6 10 4 16 8 0 16 4 22 12-10 4-22 6-32-4z',
    '#66A842',
  ),
].join('')

const passionFruit = [
  ball('passion', ['#9A6A9E', '#5E2F63', '#331538']),
  '<circle cx="64" cy="66" r="55" fill="url(#passion)"/>',
  gloss(40, 46, 9, 15, 30, 0.4),
  line('M64 12V4', '#6B5A2C', 5),
].join('')

const passionCut = [
  '<circle cx="64" cy="64" r="55" fill="#5E2F63"/><circle cx="64" cy="64" r="50" fill="#F3D9DC"/><circle cx="64" cy="64" r="42" fill="#F0A81C"/>',
  times(17, (i) =>
    turned(
      i * 47,
      oval(64, 64 - 8 - (i % 4) * 9, 5.5, 8, '#F8C94A') + oval(64, 64 - 8 - (i % 4) * 9, 2.8, 4.4, '#3A2416'),
    ),
  ),
].join('')

const dragonFruit = [
  ball('dragon', ['#FF8AB5', '#E0287A', '#9A1256']),
  shape(
    'M46 22C38 12 34 8 28 2c12 0 22 6 28 16M72 18c4-8 8-12 16-16-2 10-6 16-10 20M60 18c-2-6-2-12 2-18 4 6 6 12 4 18z',
    '#7CB342',
  ),
  shape('M64 14c30 0 44 26 44 54s-18 56-44 56-44-28-44-56 14-54 44-54z', 'url(#dragon)'),
  [
    [36, 44, -30],
    [92, 44, 30],
    [64, 36, 0],
    [26, 74, -44],
    [102, 74, 44],
    [48, 74, -10],
    [80, 74, 12],
    [64, 102, 0],
    [38, 104, -30],
    [92, 102, 30],
  ]
    .map(([x = 0, y = 0, a = 0]) =>
      turned(
        a,
        shape(`M${x - 10} ${y + 8}q4-10 10-26 6 16 10 26-10 6-20 0z`, '#E85A96') +
          shape(`M${x - 4} ${y - 6}q3-5 4-12 1 7 4 12z`, '#A5C84E'),
        x,
        y,
      ),
    )
    .join(''),
].join('')

const dragonCut = [
  '<ellipse cx="64" cy="64" rx="46" ry="56" fill="#D81F70"/><ellipse cx="64" cy="64" rx="40" ry="50" fill="#FDFBF6"/>',
  times(70, (i) => {
    const d = Math.sqrt(i / 70)
    return oval(64 + Math.cos(i * 2.4) * 36 * d, 64 + Math.sin(i * 2.4) * 45 * d, 1.5, 2, '#2A2320')
  }),
].join('')

export const drawnFruits = {
  russetNashi: nashi(['#F0CF95', '#D2A05A', '#96683A'], '#F8E7C4'),
  greenNashi: nashi(['#F6F5C0', '#DDE08A', '#A5B052'], '#F9FBE0'),
  plum: stoneFruit(['#F58A8A', '#B5233F', '#6E1230'], '#F2B04A'),
  nectarine: stoneFruit(['#FFC27A', '#E0452F', '#9A1F24'], '#F9B23C'),
  ume: stoneFruit(['#EAF3A8', '#B9D263', '#86A83C'], '#E9B24C'),
  apricot: stoneFruit(['#FFDFA0', '#F6A740', '#CC7722'], '#E86A3A'),
  umeboshi,
  redApple: apple(['#F58A6A', '#CE2F35', '#861A2B'], '#F2C45A'),
  redAppleCut: appleCut('#C22B33'),
  yellowApple: apple(['#F8F0A6', '#E0D25C', '#A9A03A'], '#F7F3C4'),
  yellowAppleCut: appleCut('#D8CC55'),
  shiranui:
    shape('M50 30c2-16 8-22 16-22s12 6 14 22z', '#F29A2E') +
    citrus(['#FFC45A', '#F08A1E', '#BF5F0C']) +
    oval(65, 22, 8, 4, '#8BA54A'),
  persimmon,
  fig,
  figCut,
  biwa: smallOval(['#FFE0A0', '#F6AE45', '#CC7C22']),
  kinkan: smallOval(['#FFD07A', '#F58F1A', '#C45F0A']),
  sudachi: citrus(['#A5D65E', '#4F9A35', '#2B6B2A']),
  sudachiCut: citrusCut('#4F9A35', '#E3F0A0', '#CFE585'),
  muscat: grapes(['#F1F8C6', '#BFD96A', '#7FA838'], '#6E9530'),
  kyoho: grapes(['#8A7AB5', '#44306B', '#221540'], '#1A0F30'),
  raspberry,
  passionFruit,
  passionCut,
  dragonFruit,
  dragonCut,
} satisfies Record<string, string>
