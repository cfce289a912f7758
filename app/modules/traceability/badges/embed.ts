import type { ShopBadge } from './badge.ts'
import type { BadgeShape } from './drawings/shapes.ts'
import { escaped } from './drawings/sheet.ts'

/** Width and height in pixels of the embedded badge. */
const pixels = { seal: [180, 180], tag: [141, 220], line: [300, 36] } as const satisfies Record<
  BadgeShape,
  readonly number[]
>

type Embedded = { badge: Pick<ShopBadge, 'token' | 'shop'>; origin: string }

/**
 * One line for the restaurant's own site: a link around a picture, and no script. Its text contains no figure, because
 * it stays unchanged when the badge changes; the picture shows what is proven now.
 */
export function embedCode({ badge, origin }: Embedded, shape: BadgeShape): string {
  const [width, height] = pixels[shape]
  const query = shape === 'seal' ? '' : `?shape=${shape}`
  return linked({ badge, origin }, { picture: `badge.svg${query}`, width, height, alt: `${badge.shop}の産地の記録` })
}

/** The same for the strip of today's products. */
export const embedToday = (it: Embedded): string =>
  linked(it, { picture: 'today.svg', width: 480, height: 110, alt: `${it.badge.shop}の本日の産地` })

type Picture = { picture: string; width: number; height: number; alt: string }

function linked({ badge, origin }: Embedded, { picture, width, height, alt }: Picture): string {
  const address = escaped(`${origin}/trace/${badge.token}`)
  return `<a href="${address}"><img src="${address}/${picture}" width="${width}" height="${height}" alt="${escaped(alt)}" loading="lazy"></a>`
}
