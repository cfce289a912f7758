import type { ShopBadge } from './badge.ts'
import { type BadgeRule, badgeRules } from './badge.ts'
import {
  type BadgeShape,
  badgeShapes,
  type Paper,
  type PrintSize,
  paperWord,
  printSizes,
  shapeWord,
} from './drawings/shapes.ts'

/** What a restaurant requests on its badge page; encoded in the query string, so that a link is enough. */
export type BadgeWish = {
  rule: BadgeRule | null
  shape: BadgeShape
  size: PrintSize
  /** With 3 mm of bleed and crop marks. */
  bleed: boolean
  /** With the QR code that opens the badge's address. */
  code: boolean
  /** For 一行: one farm, or null for all of them. */
  farm: string | null
}

/** Missing values get the usual default; invalid ones count as missing. */
export function wishIn(search: URLSearchParams): BadgeWish {
  const shape = badgeShapes.find((it) => it === search.get('shape')) ?? 'seal'
  return {
    rule: badgeRules.find((it) => it === search.get('rule')) ?? null,
    shape,
    size: printSizes.find((it) => String(it) === search.get('size')) ?? 60,
    bleed: search.get('bleed') === '1',
    code: search.get('code') === '1',
    farm: shape === 'line' ? search.get('farm') : null,
  }
}

/** The wish as a query string; default values are left out. */
export function searchOf(wish: Partial<BadgeWish>, more: Record<string, string> = {}): string {
  const { rule, shape, size, bleed, code, farm } = wish
  const search = new URLSearchParams({
    ...(rule && { rule }),
    ...(shape && shape !== 'seal' && { shape }),
    ...(size && size !== 60 && { size: String(size) }),
    ...(bleed && { bleed: '1' }),
    ...(code && { code: '1' }),
    ...(farm && shape === 'line' && { farm }),
    ...more,
  })
  return search.size > 0 ? `?${search}` : ''
}

/** The wished badge, or the first that is earned. */
export const badgeOf = (earned: readonly ShopBadge[], rule: BadgeRule | null): ShopBadge | null =>
  earned.find((badge) => badge.rule === rule) ?? earned[0] ?? null

/** Recognisable file names. */
export const badgeFileName = ({ shape, size, bleed, code }: BadgeWish, ending: 'svg' | 'png'): string =>
  `産地バッジ-${[shapeWord[shape], `${size}mm`, code && 'QR付き', bleed && '塗り足し'].filter(Boolean).join('-')}.${ending}`

export const paperFileName = (paper: Paper): string => `産地バッジ-${paperWord[paper]}.pdf`

/** For the Content-Disposition header: an ASCII name, and the Japanese one (RFC 6266, RFC 8187). */
export function attached(name: string): string {
  const ending = name.slice(name.lastIndexOf('.'))
  const coded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="sanchi-badge${ending}"; filename*=UTF-8''${coded}`
}
