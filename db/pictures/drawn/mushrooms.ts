import { across, ball, down, gloss, line, type Shades, shape, times, turned } from './strokes.ts'

/** ぶなしめじ、なめこ、えのきたけ: many small caps on one foot */
function cluster(cap: Shades, stem: readonly [string, string], capSize: number, count: number): string {
  const stalk = (i: number) => {
    const t = i / (count - 1)
    const x = 64 + (t - 0.5) * 104
    const y = 26 + Math.abs(t - 0.5) * 34 + ((i * 17) % 5) * 5
    const foot = 64 + (t - 0.5) * 44
    return [
      shape(
        `M${foot - 6} 120C${foot - 4} 90 ${x - 4} 70 ${x - 4} ${y}h8C${x + 4} 70 ${foot + 6} 90 ${foot + 6} 120z`,
        'url(#stem)',
      ),
      shape(
        `M${x - capSize} ${y + capSize * 0.3}C${x - capSize} ${y - capSize} ${x + capSize} ${y - capSize} ${x + capSize} ${y + capSize * 0.3}Q${x} ${y + capSize * 0.75} ${x - capSize} ${y + capSize * 0.3}z`,
        'url(#cap)',
      ),
      gloss(x - capSize * 0.35, y - capSize * 0.3, capSize * 0.3, capSize * 0.16, -20, 0.5),
    ].join('')
  }
  const outerFirst = Array.from({ length: count }, (_, i) => i).sort((a, b) => ((a * 17) % 5) - ((b * 17) % 5))
  return [
    ball('cap', cap),
    down('stem', ...stem),
    shape('M34 112c16-8 44-8 60 0 2 12-8 14-30 14s-32-2-30-14z', stem[1]),
    ...outerFirst.map(stalk),
  ].join('')
}

/** 松茸、マッシュルーム: one cap on one stem */
function single(cap: Shades, stem: Shades, half: number, flecks: string): string {
  return [
    ball('cap', cap),
    across('stem', stem),
    shape(
      `M${64 - half} 48c4 24 ${-half * 0.2} 46-2 64 2 16 ${half * 2 + 4} 16 ${half * 2 + 4} 0-4-18-6-40-2-64z`,
      'url(#stem)',
    ),
    line(`M${64 - half * 0.4} 60c1 20 0 36-2 50M${64 + half * 0.4} 60c-1 20 0 36 2 50`, stem[2], 1.6, 'opacity=".6"'),
    shape('M20 50C18 20 42 6 64 6s46 14 44 44c-2 10-86 10-88 0z', 'url(#cap)'),
    shape('M22 52c16 8 68 8 84 0-6 10-20 12-42 12s-36-2-42-12z', '#EFE0C2'),
    line('M40 34l10-4M58 22l10-2M76 36l10 2M52 42l8 0M84 26l6 4', flecks, 3, 'opacity=".5"'),
  ].join('')
}

/** エリンギ: a thick stem under a small cap */
const eringi = [
  ball('cap', ['#D9BD98', '#A5835F', '#77593F']),
  across('stem', ['#FFFEF8', '#F6F0E3', '#D2C6AC']),
  shape('M46 34c2 16-2 26-8 42-6 18-2 40 12 46 8 4 20 4 28 0 14-6 18-28 12-46-6-16-10-26-8-42z', 'url(#stem)'),
  line('M54 46c0 22-4 40-4 66M74 46c0 22 4 40 4 66M64 44v72', '#D9CDB4', 1.8, 'opacity=".7"'),
  shape('M28 32C30 12 46 4 64 4s34 8 36 28c-4 12-68 12-72 0z', 'url(#cap)'),
  shape('M30 35c12 6 56 6 68 0-6 8-20 9-34 9s-28-1-34-9z', '#E6D6BC'),
  gloss(50, 16, 9, 4, -18, 0.4),
].join('')

/** まいたけ、きくらげ: frills over each other */
function frills(cap: Shades, edge: string, foot: string): string {
  const fans = [
    [64, 34, 34, 0],
    [34, 52, 30, -30],
    [94, 52, 30, 30],
    [64, 62, 34, 6],
    [26, 82, 24, -40],
    [102, 82, 24, 40],
    [48, 88, 28, -12],
    [82, 88, 28, 14],
  ]
  const fan = ([x = 0, y = 0, r = 0, a = 0]: number[]) =>
    turned(
      a,
      shape(
        `M${x} ${y + r}C${x - r * 0.6} ${y + r * 0.6} ${x - r * 1.1} ${y} ${x - r} ${y - r * 0.4}q${r * 0.25} ${-r * 0.45} ${r * 0.5} ${-r * 0.15}q${r * 0.25} ${-r * 0.45} ${r * 0.5} 0q${r * 0.25} ${-r * 0.45} ${r * 0.5} 0q${r * 0.25} ${-r * 0.3} ${r * 0.5} ${r * 0.15}C${x + r * 1.1} ${y} ${x + r * 0.6} ${y + r * 0.6} ${x} ${y + r}z`,
        'url(#cap)',
        `stroke="${edge}" stroke-width="2.4"`,
      ) +
        line(
          `M${x} ${y + r * 0.8}L${x - r * 0.5} ${y - r * 0.2}M${x} ${y + r * 0.8}V${y - r * 0.3}M${x} ${y + r * 0.8}L${x + r * 0.5} ${y - r * 0.2}`,
          edge,
          1.4,
          'opacity=".6"',
        ),
      x,
      y,
    )
  return ball('cap', cap) + shape('M44 92h40l-6 30q-14 6-28 0z', foot) + fans.map(fan).join('')
}

/** 原木しいたけ、干ししいたけ from above: the cap with its flower-like cracks */
function capFromAbove(cap: Shades, crack: string): string {
  return [
    ball('cap', cap),
    '<circle cx="64" cy="64" r="55" fill="url(#cap)"/>',
    times(9, (i) =>
      turned(
        i * 40,
        line(`M64 52l${(i % 3) - 1} -14 ${i % 2 ? 5 : -5} -12M64 32l${i % 2 ? -8 : 8} -6`, crack, 2.6, 'opacity=".75"'),
      ),
    ),
    line('M54 60l10-6 10 7M58 72l8-4 8 5', crack, 2.6, 'opacity=".7"'),
    '<circle cx="64" cy="64" r="53" fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="4"/>',
  ].join('')
}

export const drawnMushrooms = {
  shimeji: cluster(['#D9BFA0', '#9A7A5C', '#6B5140'], ['#F3EBDD', '#E3D6BF'], 14, 11),
  nameko: cluster(['#F8C878', '#D2842A', '#8F4E14'], ['#F6E6C4', '#E0C088'], 14, 11),
  enoki: cluster(['#FFFDF3', '#F6EED6', '#DCCDA4'], ['#FFFEF8', '#EFE6CC'], 7, 19),
  eringi,
  matsutake: single(['#C99A6A', '#8A5A36', '#573620'], ['#F3E3C8', '#D9BD92', '#A5835A'], 19, '#F3DDB8'),
  whiteMushroom: single(['#FFFFFF', '#F6F1E6', '#D6CBB5'], ['#FFFEF8', '#F3ECDD', '#D2C6AC'], 19, '#CFC0A4'),
  maitake: frills(['#B5A08A', '#7E6854', '#4F4034'], '#D9CBB8', '#F3EBDD'),
  kikurage: frills(['#7A5448', '#4A2E28', '#2A1916'], '#8F6A5A', '#4A2E28'),
  driedShiitake: capFromAbove(['#8A6646', '#5B3F2A', '#382518'], '#D2B78F'),
} satisfies Record<string, string>
