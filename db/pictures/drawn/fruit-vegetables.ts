import { across, ball, gloss, line, oval, type Shades, shape, speckles, times, turned } from './strokes.ts'

const kabocha = `
  <radialGradient id="kc" cx=".36" cy=".26" r=".85"><stop offset="0" stop-color="#7EA05A"/>
  <stop offset=".5" stop-color="#3F6B3A"/>
  <stop offset="1" stop-color="#22432A"/>
  </radialGradient>
  <path fill="url(#kc)" d="M8 76c0-26 16-40 30-42 6-4 16-6 26-6s20 2 26 6c14 2 30 16 30 42 0 24-16 38-30 40-6 4-16 6-26 6s-20-2-26-6C24 114 8 100 8 76z"/>
  <g fill="none" stroke="#1E3A24" stroke-opacity=".55" stroke-width="3"><path d="M42 36c-16 16-18 62-2 80M86 36c16 16 18 62 2 80M64 30v90M24 44c-12 18-10 48 2 66M104 44c12 18 10 48-2 66"/>
  </g>
  <g fill="#B7C98A" opacity=".55"><path d="M30 60q4 12 0 26q-5-12 0-26zM52 48q4 14 1 30q-6-14-1-30zM78 56q5 12 2 24q-6-10-2-24zM100 64q4 10 0 20q-5-8 0-20z"/>
  </g>
  <path fill="#C9B27A" d="M54 34c0-8 2-18 10-24l8 4c-4 4-2 12 2 20-4 6-16 6-20 0z"/>
  <path fill="#A68C52" d="M64 10l8 4c-4 4-2 12 2 20-2 3-6 4-10 4 2-8-4-18 0-28z"/>
`

function paprika([light, middle, dark]: Shades): string {
  return [
    ball('paprika', [light, middle, dark]),
    shape(
      'M64 40C58 28 44 26 32 30 12 36 8 60 14 82c5 20 18 36 32 38 8 1 12-3 18-3s10 4 18 3c14-2 27-18 32-38 6-22 2-46-18-52-12-4-26-2-32 10z',
      'url(#paprika)',
    ),
    line('M46 34c-8 22-8 56 2 80M82 34c8 22 8 56-2 80', dark, 4, 'opacity=".45"'),
    gloss(32, 58, 7, 18, 12, 0.65),
    gloss(64, 66, 4, 14, 0, 0.3),
    shape(
      'M42 40c4-8 12-8 18-8 0-10-2-18-8-24l10-4c6 8 8 16 8 28 6 0 14 0 18 8-8 4-14-2-22 4-8-6-16 0-24-4z',
      '#5E9B3C',
    ),
    line('M62 10c4 8 5 14 5 22', '#A5D16F', 3),
  ].join('')
}

const okra = [
  across('okra', ['#A9D46B', '#6FAF45', '#3F7F34']),
  shape('M44 24c10-6 30-6 40 0 2 36-6 76-18 102-1 2-3 2-4 0C50 100 42 60 44 24z', 'url(#okra)'),
  line('M56 26c0 34 2 64 7 92M72 26c0 34-2 64-7 92', '#D6EDB0', 2.6, 'opacity=".75"'),
  shape('M40 26c4-12 16-14 20-16l-1-9h10l-1 9c4 2 16 4 20 16-14 6-34 6-48 0z', '#5E8F3C'),
].join('')

const goya = [
  across('goya', ['#8CCB5A', '#4E9A3F', '#2B6B30']),
  line('M64 12c0-6 4-10 8-12', '#6B8F3C', 5),
  shape('M64 6c16 4 24 26 24 58 0 30-12 52-24 62C52 116 40 94 40 64 40 32 48 10 64 6z', 'url(#goya)'),
  times(38, (i) => {
    const y = 16 + i * 2.7
    const half = 22 * Math.sin((Math.PI * (y - 2)) / 128)
    const x = 64 + (((i * 29) % 40) / 20 - 1) * half
    return oval(x, y, 4.6, 3.8, '#3A8038') + oval(x - 1, y - 1.4, 2.8, 1.8, '#A9DC7C')
  }),
].join('')

const cucumber = [
  across('cucumber', ['#6FB24F', '#2F7A38', '#174F26']),
  shape('M53 10c6-5 16-5 22 0 6 34 6 74 0 106-5 8-17 8-22 0-6-32-6-72 0-106z', 'url(#cucumber)'),
  line('M60 14c-3 34-3 68 0 102M69 14c3 34 3 68 0 102', '#8CC66A', 1.8, 'opacity=".55"'),
  times(12, (i) => oval(56 + ((i * 7) % 18), 22 + i * 7.6, 1.3, 1.3, '#DDEFC4')),
  shape('M58 8c2-6 10-6 12 0z', '#A9C66A'),
].join('')

function zucchini([light, middle, dark]: Shades): string {
  return [
    across('zucchini', [light, middle, dark]),
    shape('M52 24c6-4 18-4 24 0 8 30 10 64 4 92-5 10-27 10-32 0-6-28-4-62 4-92z', 'url(#zucchini)'),
    times(16, (i) => oval(52 + ((i * 11) % 26), 34 + i * 5.2, 1.5, 2.4, '#DDEFC4', 'opacity=".5"')),
    shape('M54 26l4-20 5-3 8 2 4 21c-7 5-14 5-21 0z', '#A9C66A'),
    line('M61 8l-2 18M67 8l2 18', '#6B8F3C', 1.8),
    gloss(54, 70, 2.4, 26, 3, 0.35),
  ].join('')
}

/** 冬瓜 */
const togan = [
  ball('togan', ['#C9DDB4', '#8FB382', '#527A58']),
  shape('M64 10c28 0 40 22 40 54s-14 56-40 56-40-24-40-56 12-54 40-54z', 'url(#togan)'),
  line('M64 12V2', '#7A8F4E', 6),
  speckles(60, 36, 52, 1.5, '#EEF5E4', 0.6),
].join('')

/** Pods with beans that show: 枝豆、そら豆、いんげん、絹さや. */
function pod([light, middle, dark]: Shades, beans: number, half: number, hairy: boolean): string {
  const gap = 84 / beans
  const bulge = (i: number) => oval(64, 24 + gap * (i + 0.5), half * 0.74, gap * 0.44, 'url(#bean)')
  const hair = times(16, (i) =>
    line(`M${64 + (i % 2 ? half - 1 : 1 - half)} ${26 + i * 5.2}l${i % 2 ? 4 : -4} -2`, middle, 1.1),
  )
  return turned(
    24,
    [
      ball('bean', [light, middle, dark]),
      across('pod', [light, middle, dark]),
      line('M64 14c0-6 2-10 6-13', '#7A8F4E', 4.5),
      hairy ? hair : '',
      shape(
        `M64 10C${64 + half} 14 ${64 + half + 2} 30 ${64 + half} 64 ${64 + half} 96 ${70} 110 66 126 58 110 ${64 - half} 96 ${64 - half} 64 ${64 - half - 2} 30 ${64 - half} 14 64 10z`,
        'url(#pod)',
      ),
      times(beans, bulge),
      shape('M56 18c2-6 14-6 16 0-4 5-12 5-16 0z', '#8FA85A'),
    ].join(''),
  )
}

/** ししとう、万願寺とうがらし */
const greenPepper = [
  across('pepper', ['#9BD15C', '#4E9A3F', '#2F6F30']),
  shape(
    'M46 28c8-8 28-8 36 0 6 22 2 44-4 62-4 12-2 22-10 32-4 4-8 2-8-4 0-8-6-16-10-28-6-18-10-40-4-62z',
    'url(#pepper)',
  ),
  line('M58 30c-4 26-2 50 4 70M72 30c2 20 0 40-4 56', '#2F6F30', 2.2, 'opacity=".5"'),
  gloss(52, 52, 3, 16, 4, 0.5),
  shape('M44 30c4-8 12-10 17-10 0-8-1-12-5-16l9-3c4 6 5 12 5 19 5 0 11 2 14 10-12 5-28 5-40 0z', '#7CA84E'),
].join('')

/** 水なす、賀茂なす */
function roundEggplant([light, middle, dark]: Shades): string {
  return [
    ball('aubergine', [light, middle, dark]),
    shape('M64 26c34 0 48 26 48 52S94 122 64 122 16 104 16 78s14-52 48-52z', 'url(#aubergine)'),
    gloss(38, 62, 7, 17, 24, 0.5),
    shape(
      'M64 4c5 0 8 4 8 12 14 2 26 10 32 22-12 0-18 2-24 10-6-6-10-8-16 4-6-12-10-10-16-4-6-8-12-10-24-10 6-12 18-20 32-22 0-8 3-12 8-12z',
      '#5B4A6B',
    ),
    line('M62 8c-1 6-1 10-1 16', '#8A7A9B', 3),
  ].join('')
}

const eggplant = turned(
  28,
  [
    ball('nasu', ['#7E62A8', '#43305F', '#231638']),
    shape('M52 34c4-6 20-6 24 0 8 18 18 36 18 56 0 22-14 34-30 34S34 112 34 90c0-20 10-38 18-56z', 'url(#nasu)'),
    gloss(48, 76, 5, 22, 10, 0.5),
    shape(
      'M60 16c-1-6 0-10 3-14l8 2c-2 4-2 8-1 12 10 4 16 14 16 26-6-4-8-6-12-2-4 6-8 8-10 8s-6-2-10-8c-4-4-6-2-12 2 0-12 8-22 18-26z',
      '#4A3A5E',
    ),
  ].join(''),
)

const butternut = [
  ball('butternut', ['#F6DDB0', '#E0B070', '#B07C40']),
  shape(
    'M64 14c14 0 20 8 20 24 0 14 22 26 22 50 0 22-18 36-42 36S22 110 22 88c0-24 22-36 22-50 0-16 6-24 20-24z',
    'url(#butternut)',
  ),
  gloss(48, 82, 7, 17, 14, 0.45),
  shape('M57 18l1-14 10-2 3 16c-4 3-10 3-14 0z', '#9A8A56'),
].join('')

export const drawnFruitVegetables = {
  kabocha,
  redPaprika: paprika(['#FF7A66', '#D92B20', '#8F1512']),
  yellowPaprika: paprika(['#FFF08A', '#F5C518', '#C18A08']),
  orangePaprika: paprika(['#FFC07A', '#F08019', '#B5520A']),
  okra,
  goya,
  kyuri: cucumber,
  zucchini: zucchini(['#6FA65A', '#2F6B34', '#1A4523']),
  yellowZucchini: zucchini(['#FFF0A0', '#F2C62E', '#C0900F']),
  togan,
  edamame: pod(['#C5E68A', '#86BE4E', '#578C34'], 3, 15, true),
  soramame: pod(['#A5D672', '#63A845', '#3B7A32'], 4, 18, false),
  ingen: pod(['#8FC865', '#559A40', '#35702F'], 8, 6, false),
  kinusaya: pod(['#B5E07C', '#79BD4C', '#4C8F38'], 5, 14, false),
  greenPepper,
  nasu: eggplant,
  mizuNasu: roundEggplant(['#9A7AC4', '#5B3F82', '#352252']),
  butternut,
} satisfies Record<string, string>
