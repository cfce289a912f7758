import type { Glyphs } from '#kernel/glyphs.ts'
import type { ShopBadge } from '../badge.ts'
import { badgeWords, shownFarms } from './badge-labels.ts'
import { drawLine } from './one-line.ts'
import { drawSeal } from './seal.ts'
import type { BadgeShape } from './shapes.ts'
import type { Print } from './sheet.ts'
import { drawTag } from './tag.ts'

export type BadgeLook = Print & {
  shape: BadgeShape
  /** The address in its QR code; null: no code. */
  address: string | null
  /** For 一行: the farm that it names, if it is shown on the badge; null: all of it. */
  farmId: string | null
}

/** A badge as an SVG with outlined letters; null if the restaurant shows nothing that it could claim. */
export function drawBadge(letters: Glyphs, badge: ShopBadge, look: BadgeLook): string | null {
  const words = badgeWords(badge)
  if (!words) return null
  const drawn = { words, shop: badge.shop, letters }
  switch (look.shape) {
    case 'seal':
      return drawSeal(drawn, look, look)
    case 'tag':
      return drawTag(drawn, look, look)
    case 'line': {
      const farm = shownFarms(badge).find(({ farmId }) => farmId === look.farmId) ?? null
      return drawLine(drawn, { farm, address: look.address }, look)
    }
  }
}
