/**
 * What may stand in a name that others read: of people, organisations, kitchens, goods, lists, tokens, and in the lines of an
 * address. Names are kept as they were typed (no NFKC: ㈱ and 髙 stay); what is refused here deceives their readers.
 */

export type NameRefusal = 'name_hidden_character' | 'name_with_url'

/** For the field in which it was typed. */
export const nameRefusalText: Record<NameRefusal, string> = {
  name_hidden_character: '表示されない文字が含まれています。一度すべて消して、入力し直してください。',
  name_with_url: 'この欄にURLやドメイン名は使えません。削除してください。',
}

/** Null: the text may stand in a name. An empty text may; whether one is needed is the field's business. */
export function nameRefusal(text: string): NameRefusal | null {
  if (hidden.test(text.replace(selected, '$1'))) return 'name_hidden_character'
  return isLikeAddress(text) ? 'name_with_url' : null
}

/** A name from another service (social sign-in), whose owner cannot be asked here: what is not allowed in it is removed. */
export function presentableName(text: string): string {
  const either = new RegExp(`${selected.source}|${hidden.source}`, 'gu')
  const seen = text.replace(either, (part, chosen?: string) => (chosen === undefined ? '' : part)).trim()
  return isLikeAddress(seen) ? '' : seen
}

/**
 * Control and format characters (bidi marks and overrides, zero-width ones, tags), private use, lone surrogates, line and
 * paragraph separators, noncharacters, everything that Unicode calls default-ignorable (also the fillers of Hangul), and the
 * blank Braille pattern. Unicode Technical Standard 39 keeps them out of identifiers.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Variation selectors belong to the character before them: of an ideograph they choose its registered form (葛󠄀, 辻󠄀: IVS, and the
 * standardised ones), of a symbol whether it is a letter or a picture (☕️). One of them, and nowhere else.
 */
const selected = /(\p{Script=Han}|\p{Emoji})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

/** Endings that a name hardly ever has by chance. Two letters alone (Mr.Jp) need a host of two characters or more. */
const endings = 'com|net|org|info|biz|xyz|shop|store|online|site|app|dev|io|jp|ly|gg|cc|tv|tk|ru|cn'

const addresses = [
  /[a-z][a-z0-9+-]*:\/\//,
  /(?<![\p{L}\p{N}])www\d?\.[\p{L}\p{N}]/u,
  // example.com, 農園.jp; not No.5, CAFE K., St.Marc, Co.,Ltd.
  new RegExp(String.raw`[\p{L}\p{N}][\p{L}\p{N}-]*[\p{L}\p{N}]\.(?:${endings})(?![\p{L}\p{N}-])`, 'u'),
  // t.co/abc
  /[\p{L}\p{N}]\.[a-z]{2,}\/[\p{L}\p{N}]/u,
]

/** Full-width letters and the full stops that browsers take for a dot (UTS 46) hide nothing. */
const isLikeAddress = (text: string): boolean => {
  const plain = text.normalize('NFKC').toLowerCase().replace(/[。｡]/g, '.')
  return addresses.some((address) => address.test(plain))
}
