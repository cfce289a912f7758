import data from './prefectures.json' with { type: 'json' }

/**
 * The 47 prefectures and the three ways in which we group them. The groups do not nest: 山梨 is 中部 on a map but 関東 for
 * the carrier, 三重 is 近畿 on a map but 中部 for the carrier.
 *
 * Codes: JIS X 0401. Zones: the 12 zones of ヤマト運輸. Regions: the usual eight (八地方区分). Season regions: our own coarse
 * split, by which harvest months are shifted.
 */

// biome-ignore format: a table of ten codes to a line
export const prefCodes = [
  '01', '02', '03', '04', '05', '06', '07', '08', '09', '10',
  '11', '12', '13', '14', '15', '16', '17', '18', '19', '20',
  '21', '22', '23', '24', '25', '26', '27', '28', '29', '30',
  '31', '32', '33', '34', '35', '36', '37', '38', '39', '40',
  '41', '42', '43', '44', '45', '46', '47',
] as const

// biome-ignore format: north to south, four to a line
export const zones = [
  'hokkaido', 'n_tohoku', 's_tohoku', 'kanto',
  'shinetsu', 'hokuriku', 'chubu', 'kansai',
  'chugoku', 'shikoku', 'kyushu', 'okinawa',
] as const

export const regions = ['hokkaido', 'tohoku', 'kanto', 'chubu', 'kinki', 'chugoku', 'shikoku', 'kyushu'] as const

const seasonRegions = ['north', 'central', 'south'] as const

/** `01` 北海道 … `47` 沖縄県. Always two digits, so never a number. */
export type PrefCode = (typeof prefCodes)[number]

/** A zone of the carrier (ヤマト): lead days and freight go from zone to zone. */
export type Zone = (typeof zones)[number]

/** 地方, the term people search by. */
export type Region = (typeof regions)[number]

export type SeasonRegion = (typeof seasonRegions)[number]

export const zoneNames: Readonly<Record<Zone, string>> = {
  hokkaido: '北海道',
  n_tohoku: '北東北',
  s_tohoku: '南東北',
  kanto: '関東',
  shinetsu: '信越',
  hokuriku: '北陸',
  chubu: '中部',
  kansai: '関西',
  chugoku: '中国',
  shikoku: '四国',
  kyushu: '九州',
  okinawa: '沖縄',
}

export const regionNames: Readonly<Record<Region, string>> = {
  hokkaido: '北海道',
  tohoku: '東北',
  kanto: '関東',
  chubu: '中部',
  kinki: '近畿',
  chugoku: '中国',
  shikoku: '四国',
  kyushu: '九州・沖縄',
}

export type Prefecture = {
  code: PrefCode
  /** 北海道, 東京都, 京都府 */
  name: string
  /** 北海道, 東京, 京都 */
  shortName: string
  /** the full name in full-width katakana: トウキョウト */
  kana: string
  region: Region
  zone: Zone
  seasonRegion: SeasonRegion
}

/** All 47, in the order of their codes, which runs roughly from north to south. */
export const prefectures: readonly Prefecture[] = data.prefectures.map((row) => ({
  code: known(prefCodes, row.code),
  name: row.name,
  shortName: row.name === '北海道' ? row.name : row.name.slice(0, -1),
  kana: row.kana,
  region: known(regions, row.region),
  zone: known(zones, row.zone),
  seasonRegion: known(seasonRegions, row.seasonRegion),
}))

/** Parses a code from outside; null for anything that is not a prefecture (`1`, `48`, `１３`). */
export const parsePrefCode = (text: unknown): PrefCode | null => prefCodes.find((code) => code === text) ?? null

const byCode = new Map(prefectures.map((prefecture) => [prefecture.code, prefecture]))

export function prefectureOf(code: PrefCode): Prefecture {
  const prefecture = byCode.get(code)
  if (!prefecture) throw new RangeError(`no prefecture: ${code}`)
  return prefecture
}

/** The carrier's zone of a prefecture. Islands (離島) are not zones; they are an override of the lead days. */
export const zoneOf = (code: PrefCode): Zone => prefectureOf(code).zone

/** A value of the data file; an unknown one stops the start. */
function known<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((candidate) => candidate === text)
  if (word === undefined) throw new RangeError(`unknown word in prefectures.json: ${text}`)
  return word
}
