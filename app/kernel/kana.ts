import { ok, type Result, refuse } from './result.ts'

/** Full-width katakana, with ー, ・, ＝ and single full-width spaces. Required by carriers and banks. */
export type Kana = string & { readonly __unit: 'kana' }

export type KanaRefusal = 'empty' | 'not_kana'

const dashesBetweenKana = /(?<=[ァ-ヺ])[-‐‑–—―−ｰ]/g
const blanks = /[\s　]+/g

/** ひらがな and half-width kana become full-width katakana; everything else is unchanged. */
export const toKatakana = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(dashesBetweenKana, 'ー')

/** `さとう`, `ｻﾄｳ` → サトウ. Kanji and Latin letters are refused. */
export function readKana(typed: string): Result<Kana, KanaRefusal> {
  const kana = toKatakana(typed).trim().replace(blanks, '　')
  if (kana === '') return refuse('empty')
  if (!/^[ァ-ヶー・＝　]+$/.test(kana.replaceAll('=', '＝'))) return refuse('not_kana')
  return ok(kana.replaceAll('=', '＝') as Kana)
}

const sentences: Record<KanaRefusal, string> = {
  empty: 'フリガナが入力されていません。カタカナで入力してください（例 サトウ）',
  not_kana: 'カタカナ以外の文字があります。カタカナで入力してください（例 サトウ）',
}

export const kanaRefusalText = (refusal: KanaRefusal): string => sentences[refusal]

/**
 * The reading collected while a name is typed: the kana before they become kanji. `composing` is the current text of
 * the input method; a half-typed letter (`さt`) counts up to the kana before it, and kanji leave the reading unchanged.
 */
export function readingWhile(composing: string, before: string): string {
  const [, kana = '', rest = ''] = /^([\u3041-\u3096ァ-ヶー]*)([a-zａ-ｚ]*)$/i.exec(composing.normalize('NFKC')) ?? []
  return kana + rest === '' || (kana === '' && rest !== '') ? (composing === '' ? '' : before) : kana
}
