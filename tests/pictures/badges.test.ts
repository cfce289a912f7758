import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { jstDate } from '../../app/kernel/jst.ts'
import { badgeRules } from '../../app/modules/traceability/badges/badge.ts'
import { badgeWords } from '../../app/modules/traceability/badges/drawings/badge-labels.ts'
import { lineOf, widthOf } from '../../app/modules/traceability/badges/drawings/lines.ts'
import { badgeShapes, papers } from '../../app/modules/traceability/badges/drawings/shapes.ts'
import { inPixels, pngOf, sheetsAsPdf } from '../../app/web/badge-drawings.server.ts'
import { aBadge, address, aFarmProof, badgePictures, drawn, letters, pagesOf } from './badge-pictures.ts'
import { differenceFrom, tolerated } from './compare.ts'

test.each(Object.keys(badgePictures))('%s looks as it did (node tests/pictures/renew.ts)', async (name) => {
  expect(await differenceFrom(name, badgePictures[name]?.() ?? '')).toBeLessThanOrEqual(tolerated)
})

test('one farm fewer is another picture', async () => {
  const fewer = aBadge('farms', { farms: aBadge('farms').farms.slice(1) })
  expect(await differenceFrom('seal-farms', drawn(fewer))).toBeGreaterThan(tolerated)
})

test.each(Object.entries(badgePictures))('%s holds no text, no font, no script and no transparency', (_, draw) => {
  expect(/<text|<tspan|font|<script|opacity|rgba|<image|href|NaN|undefined/.exec(draw())?.[0]).toBeUndefined()
})

test('what is printed has its size in mm; with bleed, 3 mm and the marks on each side', () => {
  const sizeOf = (svg: string) => /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(svg)?.slice(1).map(Number)
  const badge = aBadge('farms')
  expect(sizeOf(drawn(badge, { size: 60 }))).toEqual([60, 60])
  expect(sizeOf(drawn(badge, { size: 90 }))).toEqual([90, 90])
  expect(sizeOf(drawn(badge, { size: 90, bleed: true }))).toEqual([104, 104])
  expect(sizeOf(drawn(badge, { size: 90, shape: 'tag' }))).toEqual([57.6, 90])
  expect(sizeOf(drawn(badge, { size: 60, shape: 'line' }))).toEqual([60, 7.2])
  for (const shape of badgeShapes) {
    const parts = (svg: string) => [...svg.matchAll(/id="(\w+)"/g)].map(([, id]) => id)
    expect(parts(drawn(badge, { shape, bleed: true }))).toEqual(['bleed', 'cut', 'marks'])
    expect(parts(drawn(badge, { shape }))).toEqual([])
  }
})

test('a PNG of 60 mm has 300 dots to the inch', async () => {
  const { width, height, density } = await sharp(await pngOf(drawn(aBadge('farms')))).metadata()
  expect([width, height, density]).toEqual([709, 709, 300])
})

const hostile = [
  '"><script>alert(1)</script>',
  "'onload='alert(1)",
  ']]><!-- & &amp; <svg/>',
  '🍅🥕👩‍🌾',
  '\u0000\u0008\u202E右から左\uFFFE',
  '辻\u{E0100}が花',
  'とても'.repeat(200),
  '',
]

test.each(hostile)('a shop called %j is drawn, within its sheet and without its markup', async (shop) => {
  const farms = [aFarmProof(0, { name: shop, place: shop, crest: shop })]
  const badge = aBadge('farms', { shop, farms })
  const all = [
    ...badgeShapes.map((shape) => drawn(badge, { shape, address, farmId: farms[0]?.farmId ?? null })),
    ...papers.flatMap((paper) => pagesOf(paper, badge)),
  ]
  for (const svg of all) {
    expect(/<(script|!--|!\[CDATA)|onload='/.exec(svg)?.[0]).toBeUndefined()
    // strict about XML: malformed SVG does not render
    const { width } = await sharp(Buffer.from(inPixels(svg, 1))).metadata()
    expect(width).toBeGreaterThan(0)
  }
})

test('a line is never wider than its room, and its letters stay within it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 2, max: 60 }), (text, most) => {
      const wanted = { face: 'bold', size: 5, most } as const
      expect(widthOf(letters, text, wanted)).toBeLessThanOrEqual(most + 1e-9)
      expect(/NaN|Infinity/.test(lineOf(letters, text, { ...wanted, x: 0, y: 0 }))).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('no drawing states more farms, a larger share or a longer time than the badge', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((n) => String(n).padStart(2, '0'))
  fc.assert(
    fc.property(
      fc.constantFrom(...badgeRules),
      fc.array(fc.boolean(), { maxLength: 40 }),
      fc.integer({ min: 0, max: 100 }),
      fc.tuple(day, day),
      (rule, shown, percent, [first, last]) => {
        const badge = aBadge(rule, {
          farms: shown.map((it, i) => aFarmProof(i, { shown: it })),
          percent: rule === 'farms' ? null : percent,
          from: jstDate(`2026-08-${first}`),
          wholeUntil: jstDate(`2027-01-${last}`),
        })
        const words = badgeWords(badge)
        const said = rule === 'farms' ? shown.filter(Boolean).length : percent
        expect(words === null ? 0 : Number(words.figure)).toBe(said)
        if (words) expect(words.period).toBe(`2026.08.${first} — 2027.01.${last}`)
      },
    ),
  )
})

/** What a page of a PDF paints: the fills and strokes of its drawing. */
const paintedIn = (pdf: Buffer): number =>
  [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, packed = '']) => {
      try {
        return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
      } catch {
        return ''
      }
    })
    .join('\n')
    .match(/^(f\*?|S|B\*?)$/gm)?.length ?? 0

test.each([
  ['card', 297.64, 419.53, 1],
  ['poster', 595.28, 841.89, 1],
  ['lines', 595.28, 841.89, 2],
] as const)(
  'the PDF of %s paints its sheets in their size, and its address can be read',
  async (paper, width, height, count) => {
    const farms = Array.from({ length: 20 }, (_, i) => aFarmProof(i))
    const sheets = pagesOf(paper, aBadge('farms', { farms }))
    const pdf = await sheetsAsPdf(paper, sheets, { title: '産地確認済みの店', foot: address })
    const structure = pdf.toString('latin1')
    expect(sheets).toHaveLength(count)
    expect(structure.match(/\/Type \/Page\b/g)).toHaveLength(count)
    const [, wide, high] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(structure) ?? []
    expect(Number(wide)).toBeCloseTo(width, 0)
    expect(Number(high)).toBeCloseTo(height, 0)
    expect(structure).toContain('NotoSansJP')
    const shapes = sheets.join('').match(/<(path|rect|circle)/g)?.length ?? 0
    expect(paintedIn(pdf)).toBeGreaterThanOrEqual(shapes)
  },
)
