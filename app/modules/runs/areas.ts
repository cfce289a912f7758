import { parsePrefCode, prefCodes, prefectureOf } from '#kernel/place.ts'

/** Prefectures by name, and beginnings of postal codes, as they were typed; null if a part is neither. */
export function readAreas(text: string): string[] | null {
  const parts = text
    .normalize('NFKC')
    .split(/[\s、,]+/)
    .filter(Boolean)
  const areas = parts.map((part) => {
    const code = prefCodes.find((it) => prefectureOf(it).name === part)
    const digits = part.replace('-', '')
    return code ?? (/^\d{3,7}$/.test(digits) ? digits : null)
  })
  return areas.length > 0 && areas.length <= 100 && areas.every((area) => area !== null) ? [...new Set(areas)] : null
}

export const areaText = (areas: readonly string[]): string =>
  areas
    .map((area) => {
      const code = parsePrefCode(area)
      return code ? prefectureOf(code).name : `〒${area}`
    })
    .join('、')
