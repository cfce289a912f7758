import type { BadgeRule } from '../badge.ts'
import { short } from './lines.ts'
import { circle, ink, path } from './sheet.ts'

/** A round window on a field: its centre, its radius, and the height of the horizon. */
type Window = { cx: number; cy: number; radius: number; horizon: number }

/**
 * Sun above furrows, as in our logo. Each rule has its own picture: the sun for farms, leaves for 有機JAS, hills for the
 * prefecture, a blossom for the season. Flat colours only: print has no transparency.
 */
export function sceneOf(rule: BadgeRule, window: Window): string {
  return sign[rule](window) + land(window)
}

const halfChord = ({ cy, radius, horizon }: Window): number => Math.sqrt(radius ** 2 - (horizon - cy) ** 2)

/** The field below the horizon, with furrows that converge behind it. */
function land(window: Window): string {
  const { cx, cy, radius, horizon } = window
  const half = halfChord(window)
  const big = horizon < cy ? 1 : 0
  const ground = `M${short(cx - half)} ${short(horizon)}H${short(cx + half)}A${radius} ${radius} 0 ${big} 1 ${short(cx - half)} ${short(horizon)}Z`
  return path(ground, ink.pine) + path(furrows(window), ink.furrow)
}

/** Wedges from the horizon to the edge of the window. */
function furrows({ cx, cy, radius, horizon }: Window): string {
  // relative to the window, so that a mark of a few mm is the same picture
  const k = radius / 31.6
  const meet = horizon - 9 * k
  let d = ''
  for (const degrees of [-66, -47, -29, -12, 12, 29, 47, 66]) {
    const angle = (degrees * Math.PI) / 180
    const along = [Math.sin(angle), Math.cos(angle)] as const
    const near = (horizon + 0.6 * k - meet) / along[1]
    const far = toEdge({ cx, cy, radius }, { x: cx, y: meet }, along) - 1.4 * k
    if (far <= near + 4 * k) continue
    const side = (length: number, width: number) => {
      const [x, y] = [cx + along[0] * length, meet + along[1] * length]
      const [dx, dy] = [along[1] * width, -along[0] * width]
      return [`${short(x - dx)} ${short(y - dy)}`, `${short(x + dx)} ${short(y + dy)}`] as const
    }
    const [a, b] = side(near, 0.22 * k)
    const [c, e] = side(far, 0.85 * k)
    d += `M${a}L${b}L${e}L${c}Z`
  }
  return d
}

/** The distance from a point within the circle to its edge. */
function toEdge(
  { cx, cy, radius }: Pick<Window, 'cx' | 'cy' | 'radius'>,
  from: { x: number; y: number },
  [dx, dy]: readonly [number, number],
): number {
  const [x, y] = [from.x - cx, from.y - cy]
  const b = x * dx + y * dy
  return -b + Math.sqrt(b ** 2 - (x ** 2 + y ** 2 - radius ** 2))
}

/** The height above the horizon. */
const room = ({ cy, radius, horizon }: Window): number => horizon - (cy - radius)

const sign: Record<BadgeRule, (window: Window) => string> = {
  farms: (window) => sun(window) + rays(window),
  organic: (window) => {
    const { cx, horizon } = window
    const k = room(window) / 24
    const leaf = (way: 1 | -1) =>
      `M${short(cx)} ${short(horizon - 7 * k)}C${short(cx + way * 1 * k)} ${short(horizon - 15 * k)} ${short(cx + way * 8 * k)} ${short(horizon - 18 * k)} ${short(cx + way * 15 * k)} ${short(horizon - 17 * k)}C${short(cx + way * 14 * k)} ${short(horizon - 9 * k)} ${short(cx + way * 8 * k)} ${short(horizon - 5 * k)} ${short(cx)} ${short(horizon - 7 * k)}Z`
    const stem = `M${short(cx - 1.1 * k)} ${short(horizon)}V${short(horizon - 9 * k)}H${short(cx + 1.1 * k)}V${short(horizon)}Z`
    return sun(window) + path(leaf(1), '#2e7d32') + path(leaf(-1), '#2e7d32') + path(stem, '#2e7d32')
  },
  prefecture: (window) => {
    const { cx, horizon } = window
    const k = room(window) / 24
    const hill = (x: number, width: number, height: number) =>
      `M${short(cx + (x - width) * k)} ${short(horizon)}L${short(cx + x * k)} ${short(horizon - height * k)}L${short(cx + (x + width) * k)} ${short(horizon)}Z`
    return (
      circle(cx + 9 * k, horizon - 13 * k, 4.6 * k, ink.tag) +
      path(hill(-11, 9, 8.5) + hill(11.5, 9, 7.5), '#6fa287') +
      path(hill(0, 14, 18), ink.furrow)
    )
  },
  season: (window) => {
    const { cx, horizon } = window
    const k = room(window) / 24
    const [x, y, r] = [cx, horizon - 10.5 * k, 4.7 * k]
    const petals = [0, 72, 144, 216, 288].map((degrees) => {
      const angle = (degrees * Math.PI) / 180
      return circle(x + Math.sin(angle) * r * 1.15, y - Math.cos(angle) * r * 1.15, r, '#d9657f')
    })
    return petals.join('') + circle(x, y, r * 0.78, ink.tag)
  },
}

function sun(window: Window): string {
  const r = room(window) * 0.5
  const { cx, horizon } = window
  return path(
    `M${short(cx - r)} ${short(horizon)}A${short(r)} ${short(r)} 0 0 1 ${short(cx + r)} ${short(horizon)}Z`,
    ink.tag,
  )
}

function rays(window: Window): string {
  const { cx, horizon } = window
  const [from, to] = [room(window) * 0.61, room(window) * 0.79]
  const d = [-69, -44, -15, 15, 44, 69].map((degrees) => {
    const angle = (degrees * Math.PI) / 180
    return `M${short(cx + Math.sin(angle) * from)} ${short(horizon - Math.cos(angle) * from)}L${short(cx + Math.sin(angle) * to)} ${short(horizon - Math.cos(angle) * to)}`
  })
  return `<path fill="none" stroke="${ink.tag}" stroke-width="${short(room(window) * 0.065)}" stroke-linecap="round" d="${d.join('')}"/>`
}
