import { toKatakana } from '#kernel/kana.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'

/** The holder of an account as banks write it: half-width, by the rules of 全銀. */
export type BankKana = string & { readonly __unit: 'bankKana' }

export type BankKanaRefusal = 'empty' | 'kanji' | 'bad_letters' | 'too_long'

/** More than a file shows (30), less than would be a mistake. */
const longest = 60

/** In brackets, which open or close by the place: `ｶ)` in front, `(ｶ` at the end, `(ｶ)` between. Longer words come first. */
export const legalForms: readonly (readonly [abbreviation: string, ...words: string[]])[] = [
  ['ノウ', '農事組合法人', 'ノウジクミアイホウジン'],
  ['トクヒ', '特定非営利活動法人', 'NPO法人', 'トクテイヒエイリカツドウホウジン', 'エヌピーオーホウジン'],
  ['シヤ', '一般社団法人', 'イッパンシャダンホウジン', '公益社団法人', 'コウエキシャダンホウジン'],
  ['ザイ', '一般財団法人', 'イッパンザイダンホウジン', '公益財団法人', 'コウエキザイダンホウジン'],
  ['フク', '社会福祉法人', 'シャカイフクシホウジン'],
  ['ガク', '学校法人', 'ガッコウホウジン'],
  ['イ', '医療法人', 'イリョウホウジン'],
  ['カ', '株式会社', '(株)', 'カブシキガイシャ', 'カブシキカイシャ'],
  ['ユ', '有限会社', '(有)', 'ユウゲンガイシャ', 'ユウゲンカイシャ'],
  ['ド', '合同会社', '(同)', 'ゴウドウガイシャ', 'ゴウドウカイシャ'],
  ['メ', '合名会社', '(名)', 'ゴウメイガイシャ', 'ゴウメイカイシャ'],
  ['シ', '合資会社', '(資)', 'ゴウシガイシャ', 'ゴウシカイシャ'],
  ['エイ', '営業所', 'エイギョウショ'],
  ['シユツ', '出張所', 'シュッチョウジョ'],
]

/** Abbreviated without brackets. 農業協同組合 stays ノウキヨウ. */
const plain: readonly (readonly [abbreviation: string, ...words: string[]])[] = [
  ['ノウキヨウ', '農業協同組合', 'ノウギョウキョウドウクミアイ'],
  ['セイキヨウ', '生活協同組合', 'セイカツキョウドウクミアイ'],
  ['ギヨキヨウ', '漁業協同組合', 'ギョギョウキョウドウクミアイ'],
  ['キヨウクミ', '協同組合', 'キョウドウクミアイ'],
  ['レン', '連合会', 'レンゴウカイ'],
]

/**
 * What a farm typed in kana, as its bank writes it: full-width or half-width, ひらがな, small kana, with or without the
 * words of its legal form. Kanji other than those are refused: the name is not made from them.
 */
export function readBankKana(typed: string): Result<BankKana, BankKanaRefusal> {
  const large = toLarge(toKatakana(typed)).trim().replace(/\s+/g, ' ')
  if (large === '') return refuse('empty')
  const halfWidth = toHalfWidth(abbreviate(large))
  if (/\p{Script=Han}/u.test(halfWidth)) return refuse('kanji')
  const letters = wrongLetters(halfWidth)
  if (letters.length > 0) return refuse('bad_letters', { letters: letters.join(' ') })
  if (halfWidth.length > longest) return refuse('too_long')
  return ok(halfWidth as BankKana)
}

const sentences: Record<BankKanaRefusal, string> = {
  empty: '口座名義を入力してください。通帳に記載されているカナのとおりに入力してください。',
  kanji: '口座名義に漢字は使用できません。通帳に記載されているカナを入力してください（例 カ）ミホンファーム）。',
  bad_letters: '口座名義に使用できない文字があります。カナ、英数字、（ ）－ . , / のみ使用できます。',
  too_long: '口座名義が長すぎます。半角60文字以内で入力してください。',
}
export const bankKanaRefusalText = (refusal: BankKanaRefusal, letters?: unknown): string =>
  refusal === 'bad_letters' && typeof letters === 'string'
    ? `口座名義に使用できない文字「${letters}」があります。カナ、英数字、（ ）－ . , / のみ使用できます。`
    : sentences[refusal]

/** The letters of a text that no bank file takes. */
export const wrongLetters = (halfWidth: string): string[] => [
  ...new Set([...halfWidth].filter((letter) => !/[ｦｱ-ﾝﾞﾟA-Z0-9 ().,/-]/.test(letter))),
]

const small = 'ァィゥェォッャュョヮヵヶ'
const large = 'アイウエオツヤユヨワカケ'

/** Small kana and letters become large, every dash a hyphen, 「・」 a full stop. */
export const toLarge = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[ァィゥェォッャュョヮヵヶ]/g, (kana) => large[small.indexOf(kana)] ?? kana)
    .replace(/[ー－‐‑–—―−ｰ]/g, '-')
    .replaceAll('・', '.')

function abbreviate(text: string): string {
  const short = replaceWords(text, plain, (abbreviation) => abbreviation)
  return replaceWords(short, legalForms, (abbreviation, before, after) => {
    if (before.trim() === '') return `${abbreviation})`
    return after.trim() === '' ? `(${abbreviation}` : `(${abbreviation})`
  }).trim()
}

function replaceWords(
  text: string,
  table: typeof legalForms,
  written: (abbreviation: string, before: string, after: string) => string,
): string {
  let result = text
  for (const [abbreviation, ...words] of table)
    for (const word of words.map(toLarge)) {
      const at = result.indexOf(word)
      if (at < 0) continue
      const [before, after] = [result.slice(0, at), result.slice(at + word.length)]
      result = `${before.trimEnd()}${written(abbreviation, before, after)}${after.trimStart()}`
      break
    }
  return result
}

const fullWidth = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン'
const halves = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ'
const half = new Map([...fullWidth].map((kana, at) => [kana, halves[at] ?? kana]))

/** ガ becomes two letters: ｶﾞ. The directory of banks has Latin letters in full width: ミツビシＵＦＪシンタク. */
export const toHalfWidth = (text: string): string =>
  [...toLarge(text.normalize('NFKC')).normalize('NFD')]
    .map((letter) => (letter === '\u3099' ? 'ﾞ' : letter === '\u309a' ? 'ﾟ' : (half.get(letter) ?? letter)))
    .join('')
