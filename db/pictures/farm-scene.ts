import { glyph } from './glyph.ts'
import { seededRandom } from './random.ts'
import { rect } from './surfaces.ts'

export type FarmScene = {
  seed: number
  /** Top to horizon. */
  sky?: readonly string[]
  /** Place as a part of width and height. */
  sun?: { x: number; y: number; colour: string }
  /** Far to near. */
  hills?: readonly [string, string, string]
  soil?: string
  /** Shaded and lit leaves. */
  crop?: readonly [string, string]
  /** Where the furrows meet, as a part of the width. */
  vanishing?: number
  cloud?: string
  accent?: 'tractor' | 'greenhouse'
  /** A mountain with snow, at this part of the width. */
  snowMountainAt?: number
  /** Laid over everything as the light goes. */
  veil?: { colour: string; opacity: number }
  /** Stars, a moon in place of the sun, and light in the windows of the farmhouse. */
  night?: boolean
}

const WIDTH = 1600
const HEIGHT = 640
const HORIZON = HEIGHT * 0.52

export function farmScene({
  seed,
  sky = ['#f9d9a8', '#fbebcb', '#ddebe2'],
  sun = { x: 0.72, y: 0.34, colour: '#fff3c9' },
  hills = ['#b9cdbb', '#93b396', '#6c9772'],
  soil = '#7a5a3c',
  crop = ['#4f8f3f', '#6fb04d'],
  vanishing = 0.42,
  cloud = '#ffffff',
  accent,
  snowMountainAt,
  veil,
  night = false,
}: FarmScene): string {
  const random = seededRandom(seed)
  const [far, ...near] = hills.map((colour, i) => ridge(colour, i, seed))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    skyAndSun(sky, sun),
    clouds(cloud, random),
    far,
    snowMountainAt === undefined ? '' : snowMountain(snowMountainAt * WIDTH),
    ...near,
    treeLine(random),
    rect(0, HORIZON, WIDTH, HEIGHT - HORIZON, soil),
    accent === 'greenhouse' ? greenhouses(WIDTH * 0.8) : '',
    furrows(vanishing * WIDTH, crop, random),
    accent === 'tractor' ? tractor(WIDTH * 0.63) : '',
    veil ? rect(0, 0, WIDTH, HEIGHT, veil.colour, `opacity="${veil.opacity}"`) : '',
    night ? stars(random, snowMountainAt) + moon(sun) + farmhouse(WIDTH * 0.79) : '',
    '</svg>',
  ].join('')
}

function skyAndSun(sky: readonly string[], { x, y, colour }: { x: number; y: number; colour: string }): string {
  const stops = sky.map((c, i) => `<stop offset="${i / (sky.length - 1)}" stop-color="${c}"/>`).join('')
  const [cx, cy] = [WIDTH * x, HEIGHT * y]
  return [
    `<linearGradient id="sky" x2="0" y2="1">${stops}</linearGradient>`,
    `<radialGradient id="sun"><stop offset="0" stop-color="${colour}"/><stop offset=".3" stop-color="${colour}" stop-opacity=".55"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`,
    rect(0, 0, WIDTH, HORIZON + 40, 'url(#sky)'),
    `<circle cx="${cx}" cy="${cy}" r="${HEIGHT * 0.38}" fill="url(#sun)"/><circle cx="${cx}" cy="${cy}" r="${HEIGHT * 0.09}" fill="${colour}"/>`,
  ].join('')
}

function clouds(colour: string, random: () => number): string {
  return Array.from({ length: 5 }, (_, i) => {
    const [x, y, w] = [random() * WIDTH, 24 + random() * HEIGHT * 0.16, 110 + random() * 170]
    return (
      rect(x, y, w, 13, colour, 'rx="6.5" opacity=".5"') +
      rect(x + w * (i % 2 ? 0.3 : -0.2), y + 15, w * 0.8, 11, colour, 'rx="5.5" opacity=".4"')
    )
  }).join('')
}

function ridge(colour: string, i: number, seed: number): string {
  const points = Array.from({ length: 61 }, (_, j) => {
    const wave = 0.5 + 0.5 * Math.sin((j / 60) * Math.PI * (3 + i * 2) + seed * 1.7 + i * 2)
    const y = HORIZON - HEIGHT * (0.15 - 0.055 * i) - HEIGHT * (0.09 - 0.02 * i) * wave
    return `L${((WIDTH * j) / 60).toFixed(1)} ${y.toFixed(1)}`
  })
  return `<path d="M0 ${HORIZON + 20}${points.join('')}V${HORIZON + 20}z" fill="${colour}"/>`
}

function snowMountain(x: number): string {
  const top = HEIGHT * 0.06
  return [
    `<path d="M${x - 300} ${HORIZON}Q${x - 130} ${top + 130} ${x - 56} ${top}Q${x} ${top - 12} ${x + 56} ${top}Q${x + 130} ${top + 130} ${x + 300} ${HORIZON}z" fill="#7088a8"/>`,
    `<path d="M${x - 124} ${top + 98}Q${x - 82} ${top + 40} ${x - 56} ${top}Q${x} ${top - 12} ${x + 56} ${top}Q${x + 82} ${top + 40} ${x + 124} ${top + 98}l-34-16-24 26-26-30-30 34-28-30-30 24-28-20z" fill="#fbfcff"/>`,
  ].join('')
}

function treeLine(random: () => number): string {
  return Array.from({ length: 34 }, (_, i) => {
    const r = 9 + random() * 20
    const x = (i + 0.5) * (WIDTH / 34) + (random() - 0.5) * 30
    return `<circle cx="${x.toFixed(1)}" cy="${HORIZON + 4}" r="${r.toFixed(1)}" fill="${random() > 0.5 ? '#4e7f55' : '#5b8d5c'}"/>`
  }).join('')
}

/** Furrows meet at the horizon; young leaves grow larger toward the viewer. */
function furrows(vanishingX: number, crop: readonly [string, string], random: () => number): string {
  const [nearGap, farGap] = [WIDTH * 0.105, WIDTH * 0.0056]
  const lanes = Array.from({ length: 57 }, (_, i) => i - 28)
  const stripes = lanes.map(
    (i) =>
      `<path d="M${vanishingX + i * farGap} ${HORIZON}L${vanishingX + i * nearGap - WIDTH * 0.026} ${HEIGHT + 10}h${WIDTH * 0.052}L${vanishingX + i * farGap + 2} ${HORIZON}z" fill="${crop[0]}"/>`,
  )
  const rows = Array.from({ length: 9 }, (_, row) => {
    const t = ((row + 1) / 9) ** 1.9
    const y = HORIZON + (HEIGHT - HORIZON) * t
    const k = 0.1 + t * 1.05
    return lanes
      .map((i) => ({ x: vanishingX + i * (farGap + (nearGap - farGap) * t), shaded: random() > 0.5 }))
      .filter(({ x }) => x > -60 && x < WIDTH + 60)
      .map(({ x, shaded }) => plant(x, y, k, crop[shaded ? 0 : 1], crop[1]))
      .join('')
  })
  return stripes.join('') + rows.join('')
}

function plant(x: number, y: number, k: number, outer: string, inner: string): string {
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${k.toFixed(2)})"><path d="M0 0C-22-4-30-20-30-34-14-32-4-20 0-4 2-24 10-38 24-44 28-28 20-10 0 0z" fill="${outer}"/><path d="M0 0C-6-18-4-36 4-50 12-36 10-16 0 0z" fill="${inner}"/></g>`
}

function greenhouses(x: number): string {
  const tunnel = (left: number) =>
    `<path d="M${left} ${HORIZON + 14}v-46q0-26 34-26h32q34 0 34 26v46z" fill="#f7faf6"/><path d="M${left + 16} ${HORIZON + 14}v-54M${left + 36} ${HORIZON + 14}v-70M${left + 64} ${HORIZON + 14}v-70M${left + 84} ${HORIZON + 14}v-54M${left + 2} ${HORIZON - 26}h96" stroke="#c3d0c6" stroke-width="3" fill="none"/><path d="M${left + 40} ${HORIZON + 14}v-34h20v34z" fill="#dfe8e0" stroke="#b5c4b9" stroke-width="2"/>`
  return tunnel(x) + tunnel(x + 108)
}

function tractor(x: number): string {
  return `<g transform="translate(${x} ${HORIZON + 22}) scale(.68) translate(-64 -64)">${glyph('tractor')}</g>`
}

/** Fewer and smaller toward the horizon, and none in front of the mountain. */
function stars(random: () => number, mountainAt = -1): string {
  return Array.from({ length: 80 }, () => {
    const [x, y] = [random() * WIDTH, random() ** 1.6 * HORIZON * 0.62]
    const r = 1 + random() * 1.7 * (1 - y / HORIZON)
    if (Math.abs(x - mountainAt * WIDTH) < 70 + y) return ''
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="#fff6dc" opacity="${(0.45 + random() * 0.5).toFixed(2)}"/>`
  }).join('')
}

function moon({ x, y, colour }: { x: number; y: number; colour: string }): string {
  const [cx, cy] = [WIDTH * x, HEIGHT * y]
  return `<circle cx="${cx}" cy="${cy}" r="96" fill="${colour}" opacity=".1"/><circle cx="${cx}" cy="${cy}" r="62" fill="${colour}" opacity=".14"/><circle cx="${cx}" cy="${cy}" r="36" fill="${colour}"/>`
}

function farmhouse(x: number): string {
  const base = HORIZON + 12
  return [
    `<path d="M${x - 74} ${base}v-40h148v40z" fill="#17202c"/><path d="M${x - 94} ${base - 38}l30-42h128l30 42z" fill="#0f1620"/>`,
    `<path d="M${x - 54} ${base - 28}h34v20h-34zM${x + 8} ${base - 28}h22v28h-22zM${x + 42} ${base - 28}h20v20h-20z" fill="#ffcf5c"/>`,
    `<ellipse cx="${x}" cy="${base + 8}" rx="120" ry="14" fill="#ffcf5c" opacity=".16"/>`,
  ].join('')
}
