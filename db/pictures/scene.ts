import { glyph } from './glyph.ts'
import { seededRandom } from './random.ts'
import { HEIGHT, rect, type Table, tableTop, type Vessel, vessel, WIDTH } from './surfaces.ts'

export type Tint = { hue?: number; saturate?: number; light?: number }

export type ProductScene = {
  /** One seed per picture, so a picture never changes. */
  seed: number
  kind: Vessel
  table: Table
  /** One icon, or several that take turns. */
  icon: string | readonly string[]
  tint?: Tint | readonly Tint[]
  /** How many; a crate fills itself. */
  n?: number
  size?: number
  /** Largest turn to either side, in degrees. */
  turn?: number
  /** Distance between neighbours in a crate, as a part of the size. */
  pack?: number
  layout?: 'row'
  /** Distance between neighbours in a row, as a part of the size. */
  step?: number
  /** Colour of the checked cloth. */
  cloth?: string
  /** Glossy things are never mirrored: their highlight stays at the upper left. */
  mayFlip?: boolean
}

type Place = { x: number; y: number; size: number; angle: number; flip: boolean }

/** Table, vessel, produce with a soft shadow each, warm light from the upper left, shaded edge, fine grain. */
export function productScene(scene: ProductScene): string {
  const icons = list(scene.icon)
  const tints = list(scene.tint)
  const items = placesOf(scene)
    .map((place, i) => ({
      place,
      drawn: item(place, icons[i % icons.length] ?? '', tints.length ? i % tints.length : undefined),
    }))
    .sort((p, q) => p.place.y - q.place.y)
    .map(({ drawn }) => drawn)
  const veil = (fill: string, more = '') => rect(0, 0, WIDTH, HEIGHT, fill, more)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    `<defs>${lightAndTexture}${tints.map(tintFilter).join('')}</defs>`,
    tableTop(scene.table),
    vessel(scene.kind, scene.cloth ?? '#2f5d8a'),
    ...items,
    veil('url(#light)', 'style="mix-blend-mode:soft-light"'),
    veil('url(#light)', 'opacity=".35"'),
    veil('url(#edge)'),
    veil('#000', 'filter="url(#grain)" opacity=".1"'),
    '</svg>',
  ].join('')
}

/** Crates pack rows like bricks, 'row' sets a line, everything else spirals outwards (golden angle). */
function placesOf({
  seed,
  kind,
  n = 9,
  size = 190,
  turn = 24,
  pack = 0.8,
  layout,
  step = 0.46,
  mayFlip,
}: ProductScene) {
  const random = seededRandom(seed)
  const flips = mayFlip ?? turn > 20
  const places: Place[] = []
  const put = (x: number, y: number) =>
    places.push({
      x,
      y,
      size: size * (1 + (random() - 0.5) * 0.12),
      angle: (random() - 0.5) * turn * 2,
      flip: random() > 0.5 && flips,
    })
  const [middleX, middleY] = [WIDTH / 2, HEIGHT / 2]

  if (layout === 'row') {
    for (let i = 0; i < n; i++) put(middleX + (i - (n - 1) / 2) * size * step, middleY + (random() - 0.5) * 24)
  } else if (kind === 'crate') {
    const columns = Math.max(3, Math.round(800 / (size * pack)))
    const rows = Math.max(2, Math.round(590 / (size * pack)))
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const brick = y % 2 ? 0.22 : -0.22
        put(
          middleX + (x - (columns - 1) / 2 + brick) * (752 / columns) + (random() - 0.5) * 14,
          middleY + (y - (rows - 1) / 2) * (560 / rows) + (random() - 0.5) * 12,
        )
      }
    }
  } else {
    const [reach, wide] = kind === 'zaru' ? [232, 1] : [262, 1.28]
    for (let i = 0; i < n; i++) {
      const distance = Math.sqrt((i + 0.35) / n) * reach
      const angle = i * Math.PI * (3 - Math.sqrt(5)) + seed
      put(middleX + Math.cos(angle) * distance * wide, middleY + Math.sin(angle) * distance * 0.92)
    }
  }
  return places
}

function item(place: Place, icon: string, tint: number | undefined): string {
  const k = place.size / 128
  const turned = `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)}) rotate(${place.angle.toFixed(1)})`
  const scaled = `scale(${(place.flip ? -k : k).toFixed(3)} ${k.toFixed(3)}) translate(-64 -64)`
  const coloured = tint === undefined ? '' : `filter="url(#tint-${tint})"`
  return `<g filter="url(#shadow)"><g ${coloured} transform="${turned} ${scaled}">${glyph(icon)}</g></g>`
}

/** feColorMatrix and not CSS filter functions: librsvg ignores those. */
function tintFilter({ hue = 0, saturate = 1, light = 1 }: Tint, i: number): string {
  const channels = ['R', 'G', 'B'].map((c) => `<feFunc${c} type="linear" slope="${light}"/>`).join('')
  return [
    `<filter id="tint-${i}" x="-20%" y="-20%" width="140%" height="140%" color-interpolation-filters="sRGB">`,
    `<feColorMatrix type="hueRotate" values="${hue}"/><feColorMatrix type="saturate" values="${saturate}"/>`,
    `<feComponentTransfer>${channels}</feComponentTransfer></filter>`,
  ].join('')
}

function noise(id: string, frequency: string, seed: number, [r, g, b]: number[], slope: number, cut: number): string {
  return [
    `<filter id="${id}" x="0" y="0" width="100%" height="100%">`,
    `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="3" seed="${seed}"/>`,
    `<feColorMatrix values="0 0 0 0 ${r} 0 0 0 0 ${g} 0 0 0 0 ${b} 0 0 0 ${slope} ${cut}"/></filter>`,
  ].join('')
}

function list<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return []
  return isList(value) ? value : [value]
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}

const lightAndTexture = [
  '<filter id="shadow" x="-40%" y="-40%" width="180%" height="180%">',
  '<feDropShadow dx="5" dy="10" stdDeviation="7" flood-color="#2a1a08" flood-opacity=".38"/></filter>',
  noise('wood', '.006 .16', 8, [0.3, 0.17, 0.06], 1.5, -0.62),
  noise('wood-upright', '.16 .006', 18, [0.3, 0.17, 0.06], 1.5, -0.62),
  noise('fibre', '.035 .5', 5, [1, 1, 1], 0.9, -0.42),
  noise('grain', '.9', 3, [0.35, 0.28, 0.18], 0.9, -0.38),
  '<radialGradient id="light" cx=".25" cy=".12" r="1.05"><stop offset="0" stop-color="#fff6dc" stop-opacity=".55"/>',
  '<stop offset=".45" stop-color="#fff6dc" stop-opacity="0"/><stop offset="1" stop-color="#2a1604" stop-opacity=".3"/></radialGradient>',
  '<radialGradient id="edge" r=".75"><stop offset=".6" stop-color="#000" stop-opacity="0"/>',
  '<stop offset="1" stop-color="#1a0f04" stop-opacity=".22"/></radialGradient>',
].join('')
