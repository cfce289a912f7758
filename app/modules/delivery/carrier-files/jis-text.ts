import { encode } from 'iconv-lite'
import { geta } from './label-notice.ts'

/**
 * Text as the programs of the carriers take it: the letters of JIS X 0208 (level 1 and 2), written as CP932. CP932 itself
 * has more (㈱, ①, 髙, 﨑), but B2クラウド refuses those, and labels of the others print them as boxes.
 */

/** A letter that the file cannot have, and what stands in its place; `〓` where nothing does. */
export type Replacement = { from: string; to: string }

/** The same sign under another code point: CP932 has one of both, and nothing changes for a reader. */
export const sameSign: Readonly<Record<string, string>> = {
  '〜': '～',
  '−': '－',
  '–': '－',
  '‒': '－',
  '‑': '‐',
  '—': '―',
  '‖': '∥',
  '¢': '￠',
  '£': '￡',
  '¬': '￢',
  '¥': '￥',
}

/** Variant letters in names of people and places, by the letter that everyone reads them as. */
// biome-ignore format: pairs, ten to a line
const variants = new Map<string, string>(
  [
    '髙高', '﨑崎', '嵜崎', '𠮷吉', '鷗鴎', '濵浜', '德徳', '瀨瀬', '淸清', '靑青',
    '綠緑', '黑黒', '增増', '寬寛', '橫横', '槗橋', '𣘺橋', '昻昂', '桒桑', '栁柳',
    '𠮟叱', '﨔欅', '敎教', '緖緒', '薰薫', '鄕郷', '曻昇', '泻潟', '渴渇', '溫温',
    '郞郎', '錄録', '鍊錬', '屛屏', '頰頬', '剝剥', '塡填', '噓嘘', '繫繋', '蟬蝉',
    '蠟蝋', '搔掻', '麴麹', '鹼鹸', '醬醤', '俠侠', '俱倶', '吞呑', '瘦痩', '簞箪',
    '驒騨', '萊莱', '顚顛', '鷄鶏', '驎麟', '閒間', '皞皓', '戶戸', '稅税', '說説',
    '㐂喜', '㐧第', '圡土', '𡈽土', '𦚰脇', '彥彦', '姬姫', '黃黄', '產産', '每毎',
    '步歩', '巢巣', '囊嚢', '瀆涜', '摑掴', '潑溌', '焰焔', '禱祷', '繡繍',
    '蔣蒋', '軀躯', '卽即', '旣既', '歷歴', '曆暦', '淚涙', '虛虚', '尙尚',
    '查査', '狀状', '晚晩', '緣縁', '硏研', '徵徴', '戾戻', '賴頼', '甁瓶', '羡羨',
    '悅悦', '喆哲', '冝宜', '靏鶴', '靍鶴', '曺曹', '凞熙', '﨟臈', '晳晰', '脫脱',
    'ㇰク', 'ㇱシ', 'ㇲス', 'ㇳト', 'ㇴヌ', 'ㇵハ', 'ㇶヒ', 'ㇷフ', 'ㇸヘ', 'ㇹホ',
    'ㇺム', 'ㇻラ', 'ㇼリ', 'ㇽル', 'ㇾレ', 'ㇿロ', 'ゔヴ', 'ゕヵ', 'ゖヶ', '♫♪',
  ].map((pair) => {
    const [from = '', to = ''] = [...pair]
    return [from, to]
  }),
)

/** What takes more than one letter, or stands for another sign: names of shops are French as often as Japanese. */
const spelledOut: Readonly<Record<string, string>> = {
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  ß: 'ss',
  '•': '・',
  '·': '・',
  '⁄': '/',
  '«': '《',
  '»': '》',
  '©': '(C)',
  '®': '(R)',
}

/** ㈱, ㈲, ㈹: their parentheses are written in full width, as companies write them. */
const inParentheses = /[\u3220-\u3243]/

/** Signs without a shape of their own: variation selectors, joiners, direction marks, control characters. */
const shapeless = /\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu

const known = new Map<string, string>()

const compatibility = /[\u{F900}-\u{FAFF}\u{2F800}-\u{2FA1F}]/u

/** The text with letters of level 1 and 2 only, on one line, and what had to be replaced for it. */
export function toJis(text: string): JisText {
  return plainLetters.test(text) ? { text: text.trim(), replaced: [] } : replaceLetters(text)
}

type JisText = { text: string; replaced: Replacement[] }

/** What every label can have: ASCII, kana and the sign that lengthens them. */
const plainLetters = /^[ -~ぁ-んァ-ヶー]*$/

function replaceLetters(text: string): JisText {
  const replaced: Replacement[] = []
  let plain = ''
  for (const letter of text.replace(/\s+/g, (space) => (space.includes('　') ? '　' : ' '))) {
    // a compatibility letter (神 U+FA19) would be unified without a word when accents are composed below
    const to = compatibility.test(letter) ? replacementOf(letter) : letter
    if (to !== letter) replaced.push({ from: letter, to })
    plain += to
  }
  let result = ''
  for (const letter of plain.normalize('NFC').replace(shapeless, '')) {
    const to = replacementOf(letter)
    if (to !== letter && sameSign[letter] !== to && !isHalfKana(letter)) replaced.push({ from: letter, to })
    result += to
  }
  // half-width voicing marks become marks of their own and join their kana here
  return { text: joinMarks(result).trim(), replaced }
}

/** ｶﾞ was replaced letter by letter: カ゛ becomes ガ. */
const joinMarks = (text: string) =>
  text.replace(/([\u30A1-\u30FE])([゛゜])/g, (both, kana: string, mark: string) => {
    const joined = (kana + (mark === '゛' ? '\u3099' : '\u309A')).normalize('NFC')
    return joined.length === 1 ? joined : both
  })

const isHalfKana = (letter: string) => /[\uFF61-\uFF9F]/.test(letter)

function replacementOf(letter: string): string {
  const before = known.get(letter)
  if (before !== undefined) return before
  const to = findReplacement(letter)
  known.set(letter, to)
  return to
}

function findReplacement(letter: string): string {
  if (letter === 'ﾞ') return '゛'
  if (letter === 'ﾟ') return '゜'
  const candidates = [
    letter,
    sameSign[letter],
    variants.get(letter),
    spelledOut[letter],
    letter.normalize('NFC'),
    inParentheses.test(letter) ? `（${letter.normalize('NFKC').slice(1, -1)}）` : letter.normalize('NFKC'),
    // é: the letter without its accent
    letter.normalize('NFKD').replace(/\p{M}/gu, ''),
  ]
  return candidates.find((it): it is string => it !== undefined && it !== '' && [...it].every(isJis)) ?? geta
}

/** In ASCII, or in rows 1 to 84 of JIS X 0208, by its code in CP932. */
function isJis(letter: string): boolean {
  if (/^[ -~]$/.test(letter)) return true
  const bytes = encode(letter, 'cp932')
  if (bytes.length !== 2) return false
  const code = bytes.readUInt16BE(0)
  return [
    [0x8140, 0x84be],
    [0x889f, 0x9ffc],
    [0xe040, 0xeaa4],
  ].some(([first = 0, last = 0]) => code >= first && code <= last)
}

/** The full-width form of Latin letters, digits, signs and spaces, as 佐川 wants them. */
export const toFullWidth = (text: string): string =>
  text
    // the full-width forms of both quotation marks are outside of JIS X 0208
    .replaceAll('"', '”')
    .replaceAll("'", '’')
    .replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
    .replaceAll(' ', '　')

/** In half-width columns: a Latin letter is 1, a kanji or kana 2. */
export function widthOf(text: string): number {
  let width = 0
  for (const letter of text) width += isHalf(letter.charCodeAt(0)) ? 1 : 2
  return width
}

const isHalf = (code: number) => (code >= 0x20 && code <= 0x7e) || (code >= 0xff61 && code <= 0xff9f)

/** A house number, a room or a word in Latin letters at the end of what fits. */
const inNumber = /[0-9A-Za-z０-９Ａ-Ｚａ-ｚ‐－番地号丁目階室の-]/
const lastNumber = /[0-9A-Za-z０-９Ａ-Ｚａ-ｚ][0-9A-Za-z０-９Ａ-Ｚａ-ｚ‐－番地号丁目階室の-]*$/

/**
 * The beginning of a text that fits `width` half-width columns, and the rest. It is cut between letters, at a space where
 * one stands in the second half, and a house number stays whole where it can.
 */
export function takeWidth(text: string, width: number): [head: string, rest: string] {
  if (widthOf(text) <= width) return [text, '']
  const letters = [...text]
  let end = 0
  for (let used = 0; end < letters.length; end++) {
    used += widthOf(letters[end] ?? '')
    if (used > width) break
  }
  const cut = niceCut(letters, end)
  return [letters.slice(0, cut).join('').trimEnd(), letters.slice(cut).join('').trimStart()]
}

function niceCut(letters: readonly string[], end: number): number {
  const least = Math.ceil(end / 2)
  for (let at = end; at > least; at--) if (/[ 　]/.test(letters[at] ?? '')) return at
  const number = inNumber.test(letters[end] ?? '') ? lastNumber.exec(letters.slice(0, end).join('')) : null
  const start = number ? [...number.input.slice(0, number.index)].length : end
  if (start >= least && start > 0) return start
  // a line that begins with a hyphen would be taken for a formula
  return end > 1 && /[‐－-]/.test(letters[end] ?? '') ? end - 1 : end
}

/** The text in lines of at most `width`. */
export function linesOf(text: string, width: number): string[] {
  const lines: string[] = []
  for (let rest = text; rest !== ''; ) {
    const [head, after] = takeWidth(rest, width)
    lines.push(head)
    rest = after
  }
  return lines
}

/**
 * The text in lines of at most `width`, of which there are `most`: if they are not enough, every line is filled, within a
 * house number as well, so that less of the text is lost.
 */
export function linesWithin(text: string, width: number, most: number): string[] {
  const lines = linesOf(text, width)
  return lines.length <= most ? lines : fullLines(text, width)
}

function fullLines(text: string, width: number): string[] {
  const lines: string[] = []
  let line: string[] = []
  let used = 0
  for (const letter of text) {
    const wide = widthOf(letter)
    if (used + wide > width) {
      // a line that begins with a sign would be taken for a formula: the letter before it comes along
      const along = /[‐－=+@%|＝＋＠-]/.test(letter) ? line.splice(-1) : []
      lines.push(line.join(''))
      line = along
      used = widthOf(along.join(''))
    }
    line.push(letter)
    used += wide
  }
  return [...lines, line.join('')]
}
