/**
 * What a public name may contain: names of people, organisations, kitchens, products, lists, tokens, and the lines of
 * an address. Names are stored as they were typed (no NFKC: ㈱ and 髙 stay); what is refused here would deceive readers.
 */

export type NameRefusal = 'name_hidden_character' | 'name_with_url'

/** The sentence for the field. */
export const nameRefusalText: Record<NameRefusal, string> = {
  name_hidden_character: '表示されない文字が含まれています。すべて削除し、入力し直してください。',
  name_with_url: 'この欄にURLやドメイン名は使用できません。削除してください。',
}

/** Null: the text may be used in a name. An empty text is allowed; whether a name is required is up to the field. */
export function nameRefusal(text: string): NameRefusal | null {
  if (hidden.test(text.replace(selected, '$1'))) return 'name_hidden_character'
  return isLikeAddress(text) ? 'name_with_url' : null
}

/**
 * A name from another service (social sign-in), whose owner cannot be asked here: characters that are not allowed are
 * removed.
 */
export function presentableName(text: string): string {
  const either = new RegExp(`${selected.source}|${hidden.source}`, 'gu')
  const seen = text.replace(either, (part, chosen?: string) => (chosen === undefined ? '' : part)).trim()
  return isLikeAddress(seen) ? '' : seen
}

/**
 * Control and format characters (bidi marks and overrides, zero-width ones, tags), private use, lone surrogates, line
 * and paragraph separators, noncharacters, everything default-ignorable in Unicode (also the fillers of Hangul), and
 * the blank Braille pattern. Unicode Technical Standard 39 keeps them out of identifiers.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Variation selectors belong to the character before them: of an ideograph they choose its registered form (葛󠄀, 辻󠄀:
 * IVS, and the standardised ones), of a symbol whether it is a letter or a picture (☕️). One of them, and only there.
 */
const selected = /(\p{Script=Han}|\p{Emoji})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

/**
 * Top-level domains that a name hardly ever ends with by chance. Two-letter ones (Mr.Jp) need a host of two characters
 * or more.
 */
const endings = 'com|net|org|info|biz|xyz|shop|store|online|site|app|dev|io|jp|ly|gg|cc|tv|tk|ru|cn'

const addresses = [
  /[a-z][a-z0-9+-]*:\/\//,
  /(?<![\p{L}\p{N}])www\d?\.[\p{L}\p{N}]/u,
  // example.com, 農園.jp; not No.5, CAFE K., St.Marc, Co.,Ltd.
  new RegExp(String.raw`[\p{L}\p{N}][\p{L}\p{N}-]*[\p{L}\p{N}]\.(?:${endings})(?![\p{L}\p{N}-])`, 'u'),
  // t.co/abc
  /[\p{L}\p{N}]\.[a-z]{2,}\/[\p{L}\p{N}]/u,
]

/** Full-width letters, and the full stops that browsers treat as a dot (UTS 46), are normalised first. */
const isLikeAddress = (text: string): boolean => {
  const plain = text.normalize('NFKC').toLowerCase().replace(/[。｡]/g, '.')
  return addresses.some((address) => address.test(plain))
}
