/** What lies under the produce: the table and the vessel. */

export const WIDTH = 960
export const HEIGHT = 720

const tables = {
  oak: ['#d9b382', '#d2a973', '#ddbb8e', '#cfa66f'],
  dark: ['#5b4130', '#523929', '#644834', '#4c3526'],
  white: ['#f0eadd', '#ebe3d3', '#f3eee3', '#e7dfce'],
  green: ['#a9be94', '#a1b78b', '#b1c59d', '#9bb184'],
  slate: ['#4a5554'],
}

export type Table = keyof typeof tables
export type Vessel = keyof typeof vessels

export function tableTop(table: Table): string {
  const colours = tables[table]
  const ground = rect(0, 0, WIDTH, HEIGHT, colours.at(-1) ?? '#000')
  return table === 'slate' ? ground : ground + planks(0, 0, WIDTH, HEIGHT, 5, colours)
}

export function vessel(kind: Vessel, cloth: string): string {
  return vessels[kind](cloth)
}

export function rect(x: number, y: number, w: number, h: number, fill: string, more = ''): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`
}

function times(count: number, draw: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw(i)).join('')
}

function planks(x: number, y: number, w: number, h: number, count: number, colours: string[]): string {
  const board = (i: number) => rect(x, y + (i * h) / count, w, h / count - 2, colours[i % colours.length] ?? '#000')
  return times(count, board) + rect(x, y, w, h, '#000', 'filter="url(#wood)" opacity=".55"')
}

function uprightPlank(x: number, y: number, w: number, h: number, colour: string): string {
  return rect(x, y, w - 2, h, colour) + rect(x, y, w, h, '#000', 'filter="url(#wood-upright)" opacity=".55"')
}

const vessels = {
  crate: () => {
    const [x, y, w, h] = [44, 34, WIDTH - 88, HEIGHT - 68]
    return [
      `<g filter="url(#shadow)">${rect(x, y, w, h, '#c2935a', 'rx="10"')}</g>`,
      planks(x, y, w, 40, 1, ['#cfa46b']),
      planks(x, y + h - 40, w, 40, 1, ['#b98a50']),
      uprightPlank(x, y, 40, h, '#c79b62'),
      uprightPlank(x + w - 40, y, 40, h, '#b08148'),
      planks(x + 40, y + 40, w - 80, h - 80, 6, ['#8e673b', '#866036']),
      rect(x + 40, y + 40, w - 80, h - 80, 'none', 'stroke="#3a2510" stroke-opacity=".55" stroke-width="22"'),
    ].join('')
  },

  zaru: () => {
    const [cx, cy, r] = [WIDTH / 2, HEIGHT / 2, 346]
    const ring = (radius: number, paint: string) => `<circle cx="${cx}" cy="${cy}" r="${radius}" ${paint}/>`
    const strip = (i: number) => {
      const [colour, width] = i % 2 ? ['#c09855', 5] : ['#b48b48', 3]
      return `<path stroke="${colour}" stroke-opacity=".55" stroke-width="${width}" d="M${cx - r} ${cy + (i - 20) * 18}h${2 * r}"/>`
    }
    const weave = (i: number) =>
      `<path stroke="#e6cb90" stroke-opacity=".55" stroke-width="5" stroke-dasharray="14 22" stroke-dashoffset="${(i % 2) * 18}" d="M${cx + (i - 20) * 18} ${cy - r}v${2 * r}"/>`
    const binding = (i: number) =>
      `<path transform="rotate(${i * 9} ${cx} ${cy})" d="M${cx - 4} ${cy - r + 2}l8 22" stroke="#9a7434" stroke-width="3.4"/>`
    return [
      `<g filter="url(#shadow)">${ring(r, 'fill="#c9a262"')}</g>`,
      ring(r - 24, 'fill="#d8b878"'),
      `<clipPath id="in">${ring(r - 26, '')}</clipPath>`,
      `<g clip-path="url(#in)">${times(41, strip)}${times(41, weave)}</g>`,
      ring(r - 12, 'fill="none" stroke="#e0c083" stroke-width="9"'),
      ring(r - 25, 'fill="none" stroke="#7b5b25" stroke-opacity=".6" stroke-width="6"'),
      times(40, binding),
    ].join('')
  },

  cloth: (cloth: string) => {
    const [x, y, w, h] = [110, 70, 740, 580]
    const fringe = (i: number) =>
      `<path d="M${x + 2 + i * 10} ${y + h}v${8 + ((i * 7) % 5)}M${x + 2 + i * 10} ${y}v-${7 + ((i * 5) % 5)}" stroke="#ede6d4" stroke-width="2.4"/>`
    return [
      `<g transform="rotate(-9 ${WIDTH / 2} ${HEIGHT / 2})">`,
      `<g filter="url(#shadow)">${rect(x, y, w, h, '#f7f2e6')}</g>`,
      times(5, (i) => rect(156 + i * 150, y, 46, h, cloth, 'opacity=".26"')),
      times(4, (i) => rect(x, 114 + i * 148, w, 46, cloth, 'opacity=".26"')),
      rect(x, y, w, h, '#000', 'filter="url(#fibre)" opacity=".5"'),
      times(74, fringe),
      '</g>',
    ].join('')
  },

  board: () => {
    const [x, y, w, h] = [60, 70, 840, 580]
    return [
      `<g filter="url(#shadow)">${rect(x, y, w, h, '#b9824a', 'rx="34"')}</g>`,
      `<clipPath id="in">${rect(x, y, w, h, '#000', 'rx="34"')}</clipPath>`,
      `<g clip-path="url(#in)">${planks(x, y, w, h, 4, ['#e2be8b', '#d9b27b', '#e6c596', '#d4ab72'])}</g>`,
      '<circle cx="846" cy="124" r="18" fill="#3b2a1b" opacity=".65"/>',
    ].join('')
  },

  paper: () =>
    [
      `<g transform="rotate(4 ${WIDTH / 2} ${HEIGHT / 2})">`,
      '<g filter="url(#shadow)"><path d="M120 70l720-6 12 590-370 8-372-4z" fill="#dcc39b"/></g>',
      '<path d="M200 66l40 590M700 64l-60 594" stroke="#a88452" stroke-opacity=".22" stroke-width="5"/></g>',
    ].join(''),
}
