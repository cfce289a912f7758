import { glyphsOf } from '../../app/infra/glyphs.server.ts'
import { newId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import type { BadgeRule, FarmProof, ShopBadge } from '../../app/modules/traceability/badges/badge.ts'
import { badgeWords } from '../../app/modules/traceability/badges/drawings/badge-labels.ts'
import { type BadgeLook, drawBadge } from '../../app/modules/traceability/badges/drawings/draw-badge.ts'
import { drawCode } from '../../app/modules/traceability/badges/drawings/draw-code.ts'
import { drawEnded } from '../../app/modules/traceability/badges/drawings/ended.ts'
import { drawPaper } from '../../app/modules/traceability/badges/drawings/papers.ts'
import type { Paper } from '../../app/modules/traceability/badges/drawings/shapes.ts'
import { drawToday } from '../../app/modules/traceability/badges/drawings/today.ts'

export const letters = glyphsOf('public')

/** An address as long as those of badges. */
export const address = 'https://une-to-sara.example/trace/Xk3mPq9vTz2LwRb7NcYf1A'

const places = [
  ['佐', '熊本・八代', '佐藤農園'],
  ['陽', '千葉・匝瑳', 'ひだまり農場'],
  ['山', '大分・竹田', '山の菌舎'],
  ['三', '神奈川・三浦', '三崎青果'],
  ['北', '北海道・富良野', 'ファーム北の大地ながいながい名前の農園株式会社'],
  ['海', '静岡・焼津', 'みなと農園'],
] as const

/** A farm that counts for the badge; the places of a few real towns in turn. */
export function aFarmProof(i: number, over: Partial<FarmProof> = {}): FarmProof {
  const [crest, place, name] = places[i % places.length] ?? places[0]
  const [firstOn, lastOn, until] = [jstDate('2026-09-02'), jstDate('2026-11-20'), jstDate('2027-01-19')]
  return { farmId: newId<'farm'>(), crest, place, name, deliveries: 5, firstOn, lastOn, until, shown: true, ...over }
}

export const aBadge = (rule: BadgeRule, over: Partial<ShopBadge> = {}): ShopBadge => ({
  token: 'Xk3mPq9vTz2LwRb7NcYf1A',
  rule,
  restaurantId: newId<'restaurant'>(),
  shop: 'ビストロ 灯',
  from: jstDate('2026-08-23'),
  until: jstDate('2027-01-31'),
  wholeUntil: jstDate('2027-01-19'),
  farms: Array.from({ length: 12 }, (_, i) => aFarmProof(i)),
  percent: rule === 'farms' ? null : 68,
  prefecture: null,
  ...over,
})

export const plain: BadgeLook = { shape: 'seal', size: 60, bleed: false, address: null, farmId: null }

/** Throws if a badge that ought to be drawn is not. */
export function drawn(badge: ShopBadge, look: Partial<BadgeLook> = {}): string {
  const svg = drawBadge(letters, badge, { ...plain, ...look })
  if (svg === null) throw new Error('nothing is drawn')
  return svg
}

export function pagesOf(paper: Paper, badge: ShopBadge): string[] {
  const words = badgeWords(badge)
  if (!words) throw new Error('nothing is claimed')
  return drawPaper(paper, { badge, words, letters, address })
}

const farms = aBadge('farms')
const long = aBadge('farms', { shop: 'リストランテ・デッラ・ファミリア・ディ・ナガイナマエ東京駅前本店' })
const received = [
  ['大玉トマト', '熊本・八代'],
  ['小松菜', '千葉・匝瑳'],
  ['原木しいたけ', '大分・竹田'],
  ['むかしの平飼いたまご特大サイズ', '北海道・富良野'],
].map(([name = '', place = '']) => ({ name, place }))

/** Every drawing that is printed or shown elsewhere, by the name of its reference. */
export const badgePictures: Readonly<Record<string, () => string>> = {
  'seal-farms': () => drawn(farms),
  'seal-organic': () => drawn(aBadge('organic')),
  'seal-prefecture': () => drawn(aBadge('prefecture', { farms: [aFarmProof(0)], prefecture: '熊本' })),
  'seal-season': () => drawn(aBadge('season', { percent: 100 })),
  'seal-code-bleed': () => drawn(farms, { address, bleed: true }),
  'seal-90-bleed': () => drawn(farms, { size: 90, bleed: true }),
  'tag-farms': () => drawn(farms, { shape: 'tag' }),
  'tag-code': () => drawn(long, { shape: 'tag', address }),
  'tag-bleed': () => drawn(aBadge('season'), { shape: 'tag', address, bleed: true }),
  'line-all': () => drawn(farms, { shape: 'line' }),
  'line-farm-code': () => drawn(farms, { shape: 'line', address, farmId: farms.farms[4]?.farmId ?? null }),
  'line-bleed': () => drawn(aBadge('organic'), { shape: 'line', size: 90, bleed: true }),
  code: () => drawCode(address),
  ended: () => drawEnded(letters, farms),
  today: () => drawToday(letters, { on: jstDate('2026-11-22'), goods: received }, today),
  'today-earlier': () => drawToday(letters, { on: jstDate('2026-11-20'), goods: received.slice(0, 1) }, today),
  card: () => pagesOf('card', farms)[0] ?? '',
  'card-few': () => pagesOf('card', aBadge('farms', { farms: [0, 1, 2].map((i) => aFarmProof(i)) }))[0] ?? '',
  lines: () => pagesOf('lines', farms)[0] ?? '',
  poster: () => pagesOf('poster', farms)[0] ?? '',
}

const today = { shop: farms.shop, today: jstDate('2026-11-22') }
