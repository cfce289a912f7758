import { type Prefecture, parsePrefCode, prefectureOf } from '#kernel/place.ts'
import names from './data/names.json' with { type: 'json' }
import { type Named, named } from './people.ts'

type Place = { city: string; postalCode: string; place: string }

/** A prefecture in the demo: places, common surnames, old words, crops. */
export type DemoRegion = {
  prefecture: Prefecture
  places: readonly Place[]
  surnames: readonly Named[]
  words: readonly Named[]
  crops: readonly string[]
}

export const demoRegions: readonly DemoRegion[] = names.prefectures.map((row) => {
  const code = parsePrefCode(row.code)
  if (!code) throw new RangeError(`no prefecture: ${row.code}`)
  return { ...row, prefecture: prefectureOf(code), surnames: row.surnames.map(named), words: row.words.map(named) }
})

const byCode = new Map(demoRegions.map((region) => [region.prefecture.code, region]))

export function regionOf(code: string): DemoRegion {
  const known = parsePrefCode(code)
  const region = known && byCode.get(known)
  if (!region) throw new RangeError(`no prefecture: ${code}`)
  return region
}

const landlocked = new Set(['09', '10', '11', '19', '20', '21', '25', '29'])

export const hasCoast = (region: DemoRegion): boolean => !landlocked.has(region.prefecture.code)

/** Area codes by prefecture; 0000 in the middle makes the number unassigned. */
export const phoneAt = (region: DemoRegion, last: number): string => {
  const [code] = [Number(region.prefecture.code)]
  const area =
    code <= 7
      ? '02'
      : code <= 14
        ? '04'
        : code <= 20
          ? '02'
          : code <= 24
            ? '05'
            : code <= 35
              ? '08'
              : code <= 39
                ? '08'
                : '09'
  return `${code === 1 ? '01' : area}-0000-${String(last % 10_000).padStart(4, '0')}`
}
