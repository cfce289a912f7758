import type { Grams } from '#kernel/grams.ts'
import { type JstDate, monthOf } from '#kernel/jst.ts'
import { prefectures } from '#kernel/place.ts'
import { plainDigits } from '#kernel/text.ts'
import { readDay } from '#kernel/typed-day.ts'

/**
 * The formats of food facts: how typed text becomes the stored text, and why it is refused. A fact is stored as text, a
 * day as `2026-11-21`.
 */
export type FactFormat =
  /** A place of origin: a prefecture, what lies in one, 国産, or another country; not a region such as 九州. */
  | 'place'
  /** Words of up to 60 characters. */
  | 'words'
  /** Lists of ingredients, names with addresses: up to 300 characters. */
  | 'long'
  | 'day'
  /** The year of a harvest: 2026, 2026年産, 令和8年産. */
  | 'year'
  /** 個体識別番号 (10 digits), or the number of a group of at most 50 head (荷口番号). */
  | 'cattle'
  /** 漁獲番号: 16 digits, or a 荷口番号 of the same form. */
  | 'catch'
  /** A weight in kilograms with up to three decimals. */
  | 'kg'
  | { readonly choices: readonly string[] }

/** Asked in a field of several lines. */
export const isFreeText = (format: FactFormat): boolean => format === 'long'

/** The regions of the usual maps: too wide for an origin. */
const regionNames = ['東北', '関東', '甲信越', '信越', '北陸', '東海', '中部', '近畿', '関西', '四国', '九州']

const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988 }

/** As it is stored: full-width digits become plain ones, 長野県産 becomes 長野県. Text that cannot be read stays. */
export function readFact(format: FactFormat, typed: string): string {
  const text = typed.trim()
  switch (format) {
    case 'place':
      return placeOf(text)
    case 'day': {
      const read = readDay(text)
      return read.ok ? read.value : text
    }
    case 'year':
      return yearOf(text)
    case 'cattle':
    case 'catch':
      return text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
    case 'kg':
      return plainDigits(text).replace(/kg$/i, '')
    default:
      return text
  }
}

function placeOf(text: string): string {
  const bare = text.normalize('NFKC').replace(/産$/, '')
  if (bare === '国') return '国産'
  const known = prefectures.find(({ name }) => name.replace(/[都府県]$/, '') === bare)
  return known ? known.name : bare
}

function yearOf(text: string): string {
  const bare = text.normalize('NFKC').replace(/\s/g, '')
  const [, era = '', inEra = ''] = /^(令和|平成)(元|\d{1,2})年?産?$/.exec(bare) ?? []
  const begun = eras[era]
  if (begun) return String(begun + (inEra === '元' ? 1 : Number(inEra)))
  return bare.replace(/年?産?$/, '')
}

/** Why a stored text is refused, as a sentence; null if it is right. */
export function factRefusal(format: FactFormat, value: string): string | null {
  if (typeof format === 'object') return format.choices.includes(value) ? null : '一覧から選択してください'
  switch (format) {
    case 'place':
      return placeRefusal(value)
    case 'day':
      return readDay(value).ok ? null : '存在しない日付です。年・月・日を確認してください'
    case 'year':
      return /^20\d{2}$/.test(value) ? null : '産年を入力してください（例 2026年産）'
    case 'cattle':
      return cattleRefusal(value)
    case 'catch':
      return /^\d{16}$/.test(value) ? null : `漁獲番号は16桁の数字です（現在${value.length}桁）`
    case 'kg':
      return /^\d{1,4}(\.\d{1,3})?$/.test(value) ? null : '重さを入力してください（例 31.5）'
    case 'words':
      return value.length > 60 ? `60文字以内で入力してください（現在${value.length}文字）` : null
    case 'long':
      return value.length > 300 ? `300文字以内で入力してください（現在${value.length}文字）` : null
  }
}

/**
 * An origin names a prefecture, or a city or a place that is known. Source: 食品表示基準 第18条. A region such as 九州 is
 * not one.
 */
function placeRefusal(value: string): string | null {
  const bare = value.replace(/地方$/, '')
  if (bare === '中国') return '中国地方の場合は都道府県を、国の場合は「中華人民共和国」と入力してください'
  if (regionNames.includes(bare)) return `「${value}」は地方名です。都道府県を入力してください（例 長野県）`
  if (value.length > 40) return `40文字以内で入力してください（現在${value.length}文字）`
  return /^[\d\W]*$/u.test(value) && !/\p{L}/u.test(value) ? '都道府県を入力してください（例 長野県）' : null
}

function cattleRefusal(value: string): string | null {
  if (/^\d{9}$/.test(value))
    return `9桁です。先頭の0が抜けていませんか。0${value} でよいか、耳標か証明書で確認して入力してください`
  if (/^\d{10}$/.test(value)) return null
  if (/^\d+$/.test(value) && value.length > 5) return `個体識別番号は10桁です（現在${value.length}桁）`
  return /^[A-Z0-9\u3040-\u30ff\u4e00-\u9fff]{1,20}$/.test(value)
    ? null
    : '個体識別番号（10桁）または荷口番号（20文字以内）を入力してください'
}

/**
 * Whether the check digit of a 個体識別番号 fits. Only ever a warning: no official text states the rule. Public code and
 * three real numbers agree on it.
 */
export function cattleWarning(value: string): string | null {
  if (!/^\d{10}$/.test(value)) return null
  const sum = [...value.slice(0, 9)].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  )
  return (10 - (sum % 10)) % 10 === Number(value[9])
    ? null
    : `個体識別番号 ${value} の検査数字が合いません。番号を確認してください。`
}

/** From this day a whole bluefin of 30 kg or more needs its papers (水産流通適正化法). */
const tunaRuleFrom = '2026-04-01'

/** Whether the name of the ship, the weight and the landing have to be passed on with a bluefin tuna. */
export const needsTunaPapers = (weight: Grams, day: JstDate): boolean => weight >= 30_000 && day >= tunaRuleFrom

/**
 * The longest best-before date of eggs to be eaten raw, in days after laying: 16 from July to September, 25 in spring and
 * autumn, 57 in winter. Source: 鶏卵の日付等表示マニュアル.
 */
export function longestEggDays(laidOn: JstDate): number {
  const month = monthOf(laidOn)
  if (month >= 7 && month <= 9) return 16
  return month === 12 || month <= 3 ? 57 : 25
}
