import { across, ball, down, gloss, line, oval, type Shades, shape, times, turned } from './strokes.ts'

/** A whole fish, head to the left. `marks` lie on its side. */
function fish([back, side, belly]: Shades, fin: string, marks: string, deep: number): string {
  const body = `M4 66C14 ${64 - deep} 56 ${58 - deep} 100 62 104 64 104 68 100 70 56 ${74 + deep} 14 ${68 + deep} 4 66z`
  return [
    down('side', back, back, side, belly),
    shape('M96 62C106 54 116 46 126 40c-4 16-4 36 0 52-10-6-20-14-30-22z', fin),
    shape(
      `M40 ${66 - deep}C52 ${50 - deep} 72 ${52 - deep} 86 ${62 - deep * 0.55}L80 62H40zM52 ${66 + deep * 0.8}l14 ${deep * 0.5} 6-${deep * 0.7}z`,
      fin,
    ),
    shape(body, 'url(#side)'),
    `<clipPath id="body"><path d="${body}"/></clipPath><g clip-path="url(#body)">${marks}</g>`,
    line(`M30 ${66 - deep * 0.62}c6 10 6 24 0 ${deep * 1.1}`, '#20303A', 2, 'opacity=".4"'),
    shape('M36 70c8-4 18-2 24 4-8 6-18 4-24-4z', fin, 'opacity=".9"'),
    '<circle cx="18" cy="61" r="4.6" fill="#F6F1DA"/><circle cx="18" cy="61" r="2.8" fill="#151B20"/>',
    line('M5 68l8 2', '#20303A', 1.8, 'opacity=".6"'),
    line(`M24 ${70 - deep * 0.75}C44 ${62 - deep} 66 ${62 - deep * 0.9} 84 60`, '#fff', 2.4, 'opacity=".45"'),
  ].join('')
}

const dots = (colour: string) => times(14, (i) => oval(34 + i * 4.6, 50 + ((i * 7) % 14), 1.6, 1.6, colour))
const waves = times(9, (i) => line(`M${30 + i * 8} 36q6 8 0 14 -4 6 3 10`, '#17303A', 2.6, 'opacity=".7"'))
const band = (colour: string) => line('M12 66C44 58 76 62 104 66', colour, 5, 'opacity=".85"')
const scutes = times(10, (i) => line(`M${56 + i * 4.4} 62l3 3-3 3`, '#8A9A8A', 1.6))

/** A block of raw meat with its fat. */
function block([light, meat, dark]: Shades, fat: string, marbled: boolean): string {
  return [
    ball('meat', [light, meat, dark]),
    shape('M14 52C14 28 44 16 78 20c30 4 42 22 38 48-4 28-32 42-62 38C26 102 14 80 14 52z', fat),
    shape('M24 56C26 38 48 28 76 32c24 4 34 16 30 36-4 22-26 32-52 28-22-4-32-18-30-40z', 'url(#meat)'),
    marbled
      ? line(
          'M36 52c10 2 14-8 24-6M34 70c12 4 18-6 30-2M60 86c8-4 14 2 22-4M72 44c6 4 14 0 22 6M80 66c6-2 10 4 18 0M48 60c6 4 10 2 16 4M66 54c4 6 12 4 16 8M44 82c6-2 8-6 14-4',
          fat,
          2.6,
          'opacity=".9"',
        )
      : line('M40 46c8 14 8 30 2 42M62 38c8 18 8 38 0 56M84 40c6 16 6 32-2 48', dark, 1.8, 'opacity=".4"'),
    gloss(46, 44, 12, 4, -14, 0.3),
  ].join('')
}

const chicken = [
  ball('skin', ['#FBE3D2', '#F0BFA5', '#CC8F78']),
  shape('M16 58C16 30 40 18 66 22c30 4 46 20 46 42 0 26-22 44-50 42C34 104 16 86 16 58z', 'url(#skin)'),
  shape('M58 40c24-6 42 4 44 22 2 22-18 36-38 34-18-2-28-14-26-30 2-14 10-24 20-26z', '#E58F86', 'opacity=".75"'),
  times(18, (i) => oval(26 + ((i * 13) % 44), 34 + ((i * 17) % 56), 1.5, 1.2, '#D99A80', 'opacity=".6"')),
  line('M62 52c10-4 22 0 28 8M58 68c10-2 22 2 30 10', '#FBD9CF', 2.4, 'opacity=".7"'),
].join('')

const quailEgg = [
  ball('shell', ['#FBF6E6', '#EADFC2', '#B9A47C']),
  shape('M64 12c24 0 40 32 40 62 0 26-18 42-40 42S24 100 24 74c0-30 16-62 40-62z', 'url(#shell)'),
  times(26, (i) => {
    const d = Math.sqrt(i / 26)
    return oval(
      64 + Math.cos(i * 2.4) * 34 * d,
      68 + Math.sin(i * 2.4) * 44 * d,
      2 + ((i * 7) % 5),
      2 + ((i * 5) % 4),
      '#5B412B',
      'opacity=".8"',
    )
  }),
  gloss(48, 42, 6, 13, 20, 0.5),
].join('')

const mozzarella = [
  ball('curd', ['#FFFFFF', '#FBF8EE', '#D9D2BC']),
  shape(
    'M64 16c12 0 14 8 24 14 18 10 26 26 26 44 0 28-22 44-50 44S14 102 14 74c0-18 8-34 26-44 10-6 12-14 24-14z',
    'url(#curd)',
  ),
  line('M50 28c8 4 20 4 28 0', '#CFC6AC', 2.6),
  gloss(40, 62, 9, 18, 24, 0.9),
].join('')

const scallop = [
  ball('shell', ['#FFF6EA', '#E9C3A6', '#B0805F']),
  shape('M46 110h36l8 12H38z', '#C99A78'),
  shape('M64 8c34 0 56 26 54 52-1 26-24 44-36 56H46C34 104 11 86 10 60 8 34 30 8 64 8z', 'url(#shell)'),
  times(9, (i) => line(`M64 114L${18 + i * 11.5} ${Math.abs(i - 4) * 5 + 14}`, '#A5704E', 2.4, 'opacity=".6"')),
  line('M22 76c24-16 60-16 84 0M14 52c28-22 72-22 100 0', '#fff', 3, 'opacity=".35"'),
].join('')

const uni = [
  ball('spine', ['#5B4A55', '#2E242B', '#150F13']),
  times(48, (i) => turned(i * 7.5, line(`M64 30V${2 + (i % 3) * 6}`, i % 2 ? '#2E242B' : '#4A3A44', 2.8))),
  '<circle cx="64" cy="64" r="46" fill="url(#spine)"/><circle cx="64" cy="64" r="36" fill="#1E1519"/>',
  times(5, (i) =>
    turned(
      i * 72,
      oval(64, 44, 11, 15, '#F2A21E') +
        oval(61, 40, 4, 7, '#FFD07A') +
        line('M58 38q6 4 12 0M57 46q7 4 14 0M59 53q5 3 10 0', '#CC7A10', 1.4),
    ),
  ),
].join('')

const squid = [
  across('mantle', ['#F6D6D0', '#E0A59C', '#A86A66']),
  times(7, (i) =>
    line(
      `M${50 + i * 4.6} 84c${(i - 3) * 2} 14 ${(i - 3) * 5} 22 ${(i - 3) * 7} ${36 - Math.abs(i - 3) * 3}`,
      i % 2 ? '#D9978E' : '#C9837C',
      5,
    ),
  ),
  shape('M64 4C46 16 30 26 26 42c14 2 26-2 34-8h8c8 6 20 10 34 8C98 26 82 16 64 4z', '#C9837C'),
  shape('M64 4c14 14 20 40 18 72-4 12-32 12-36 0C44 44 50 18 64 4z', 'url(#mantle)'),
  shape('M48 80c8 6 24 6 32 0 2 10-4 14-16 14s-18-4-16-14z', '#D9978E'),
  times(16, (i) => oval(52 + ((i * 11) % 24), 24 + ((i * 13) % 52), 1.6, 1.6, '#8F4E4A', 'opacity=".6"')),
  '<circle cx="53" cy="86" r="4" fill="#1E1519"/><circle cx="75" cy="86" r="4" fill="#1E1519"/>',
].join('')

/** 真だこ: an arm, boiled */
const octopusArm = [
  ball('arm', ['#E58A86', '#A8323F', '#661A2A']),
  line('M18 36C50 20 100 30 106 64c4 30-34 46-52 28-14-14 0-34 16-26', '#7A1F30', 28),
  line('M18 34C50 18 98 28 104 62c4 28-32 44-50 26-12-14 0-32 16-24', '#B8404A', 23),
  line('M20 27C50 12 96 20 108 52', '#E58A86', 5, 'opacity=".6"'),
  [
    [30, 42],
    [48, 39],
    [66, 40],
    [80, 46],
    [90, 58],
    [92, 72],
    [84, 84],
    [72, 90],
  ]
    .map(([x = 0, y = 0], i) => oval(x, y, 6.4 - i * 0.4, 6.4 - i * 0.4, '#F9E0DA') + oval(x, y, 2.8, 2.8, '#C9706F'))
    .join(''),
].join('')

/** 釜揚げしらす: a pinch of them */
const shirasu = times(26, (i) => {
  const [x, y] = [22 + ((i * 37) % 84), 20 + ((i * 29) % 88)]
  return turned(
    (i * 47) % 180,
    line(`M${x - 18} ${y}q12 ${i % 2 ? 7 : -7} 36 0`, '#C9C2AE', 7) +
      line(`M${x - 18} ${y - 1}q12 ${i % 2 ? 7 : -7} 36 0`, i % 3 ? '#FDFBF3' : '#F3EEDF', 5) +
      `<circle cx="${x - 17}" cy="${y - 1}" r="1.5" fill="#2A2A2A"/>`,
    x,
    y,
  )
})

const wakame = [
  ball('weed', ['#5E8F5A', '#2F5F3E', '#173A28']),
  line('M64 124C60 90 68 50 64 6', '#7A9A5E', 8),
  [-1, 1]
    .flatMap((side) =>
      Array.from({ length: 6 }, (_, i) => {
        const y = 104 - i * 17
        const reach = side * (46 - Math.abs(i - 2) * 6)
        return shape(
          `M64 ${y}c${reach * 0.3} 2 ${reach * 0.5} -14 ${reach * 0.7} -6s${reach * 0.3} -14 ${reach * 0.3} -16c${-reach * 0.3} -4 ${-reach * 0.7} 0 ${-reach} 10z`,
          'url(#weed)',
          'stroke="#173A28" stroke-width="1"',
        )
      }),
    )
    .join(''),
].join('')

const nori = [
  shape('M20 30l84-8 6 80-84 8z', '#0F1F1A'),
  shape('M16 24l86-6 6 80-86 8z', '#1E352B'),
  times(30, (i) =>
    oval(24 + ((i * 31) % 76), 28 + ((i * 23) % 68), 5, 2, i % 2 ? '#2F5040' : '#152820', 'opacity=".8"'),
  ),
  line('M17 25l84-6', '#5E8A70', 1.6, 'opacity=".7"'),
].join('')

export const drawnAnimal = {
  madai: fish(['#D9545A', '#F0928C', '#FBE3DC'], '#C9434F', dots('#7FD0F0'), 30),
  buri: fish(['#2F5A78', '#8FB0BE', '#F3F6F3'], '#C9B04A', band('#E8C64A'), 24),
  salmon: fish(
    ['#56707C', '#A9BCC2', '#EEF1EE'],
    '#6B808A',
    times(12, (i) => oval(30 + i * 6, 46 + ((i * 5) % 10), 1.6, 1.6, '#2A3A44')),
    22,
  ),
  aji: fish(['#6B8A7A', '#B5C6B4', '#F6F6EA'], '#C9B96A', band('#D9CF7A') + scutes, 22),
  saba: fish(['#2A6B80', '#9AC0C6', '#F3F6F3'], '#4A7080', waves, 22),
  wagyu: block(['#E8606A', '#C22F44', '#8A1A30'], '#FBEDE3', true),
  porkLoin: block(['#F8B5B0', '#E98A8A', '#C25F66'], '#FDF3EA', false),
  duckBreast: block(['#C9505A', '#93283A', '#5E1426'], '#F6E2B8', false),
  lambLoin: block(['#E57A7A', '#BE4450', '#8A2A38'], '#FBF0DD', false),
  chicken,
  quailEgg,
  mozzarella,
  scallop,
  uni,
  squid,
  octopusArm,
  shirasu,
  wakame,
  nori,
} satisfies Record<string, string>
