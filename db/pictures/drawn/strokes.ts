/** Small helpers for drawing in a 128 grid with the light from the upper left. */

/** Three colours, from the lit side to the shade. */
export type Shades = readonly [light: string, middle: string, dark: string]

/** Round shading. Use as `fill="url(#id)"`. */
export function ball(id: string, [light, middle, dark]: Shades): string {
  return `<radialGradient id="${id}" cx=".35" cy=".28" r=".85"><stop offset="0" stop-color="${light}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/></radialGradient>`
}

/** Shading from left to right, for upright round things such as stalks and bottles. */
export function across(id: string, [light, middle, dark]: Shades): string {
  return `<linearGradient id="${id}"><stop offset="0" stop-color="${light}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`
}

export function down(id: string, ...colours: string[]): string {
  const stops = colours.map((c, i) => `<stop offset="${(i / (colours.length - 1)).toFixed(2)}" stop-color="${c}"/>`)
  return `<linearGradient id="${id}" x2="0" y2="1">${stops.join('')}</linearGradient>`
}

export function oval(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="${rx.toFixed(1)}" ry="${ry.toFixed(1)}" fill="${fill}" ${more}/>`
}

export function shape(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`
}

export function line(d: string, colour: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
}

export function turned(degrees: number, body: string, x = 64, y = 64): string {
  return `<g transform="rotate(${degrees} ${x} ${y})">${body}</g>`
}

/** The soft white spot of a glossy thing. */
export function gloss(x: number, y: number, rx: number, ry: number, degrees = -28, opacity = 0.6): string {
  return turned(degrees, oval(x, y, rx, ry, '#fff', `opacity="${opacity}"`), x, y)
}

export function times(count: number, draw: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw(i)).join('')
}

/** Fine dots spread evenly over a round skin (golden angle). */
export function speckles(
  count: number,
  rx: number,
  ry: number,
  radius: number,
  colour: string,
  opacity: number,
): string {
  return times(count, (i) => {
    const d = Math.sqrt((i + 0.5) / count)
    return oval(
      64 + Math.cos(i * 2.4) * rx * d,
      66 + Math.sin(i * 2.4) * ry * d,
      radius,
      radius * 0.9,
      colour,
      `opacity="${opacity}"`,
    )
  })
}
