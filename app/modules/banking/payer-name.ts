/**
 * Names of payers as banks write them, compared by what is left without the form of the company (ｶ) ﾕ) …), blanks, dots and
 * hyphens, with small kana large: ｶ)ﾐﾎﾝﾋﾞｽﾄﾛ, ミホンビストロ（カ and カブシキガイシャ ミホンビストロ are one payer.
 */
export function payerNameKey(name: string): string {
  return name
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(/[ァィゥェォッャュョヮ]/g, (small) => large[small] ?? small)
    .replace(companyForms, '')
    .replace(/[^\p{Script=Katakana}\p{Script=Han}A-Z0-9]/gu, '')
}

const large: Readonly<Record<string, string>> = {
  ァ: 'ア',
  ィ: 'イ',
  ゥ: 'ウ',
  ェ: 'エ',
  ォ: 'オ',
  ッ: 'ツ',
  ャ: 'ヤ',
  ュ: 'ユ',
  ョ: 'ヨ',
  ヮ: 'ワ',
}

/** The abbreviations of 全銀 at the front, in the middle and at the end, and the words themselves. */
const abbreviations = 'カ|ユ|ド|メ|シ|ノウ|イ|フク|ガク|シヤ|ザイ|トクヒ'
const companyForms = new RegExp(
  `^(?:${abbreviations})\\)|\\((?:${abbreviations})\\)|\\((?:${abbreviations})$|カブシキガイシヤ|ユウゲンガイシヤ|ゴウドウガイシヤ|ノウジクミアイホウジン`,
  'g',
)
