/** Farms' texts may contain prices or package sizes: 「人参 5kg箱」, 「1箱2,000円です」. The page for guests shows neither. */

const amount =
  /[¥￥]\s*[\d０-９][\d０-９,，.]*|(?:[\d０-９][\d０-９,，.]*\s*[百千万]*|[二三四五六七八九十百千万]+)\s*(?:円|えん|yen)/iu
const emptied = /[（(【[]\s*[）)】\]]/gu
const measure = '(?:[kｋ]?[gｇ]|㎏|mg|ml|l|キロ|グラム|リットル|個|本|枚|束|袋|箱|玉|株|パック|ケース|入り?)'
const quantity = new RegExp(
  `[（(【\\[]?\\s*(?:約\\s*)?[\\d０-９][\\d０-９,，.]*\\s*${measure}(?:箱|袋|入り?|パック|ケース)?\\s*[）)】\\]]?`,
  'giu',
)

/** The product name without price and quantity; the other word if nothing is left. */
export function goodsName(name: string, other: string): string {
  const plain = name
    .replace(new RegExp(amount, 'giu'), '')
    .replace(quantity, '')
    .replace(emptied, '')
    .replace(/\s+/gu, ' ')
    .trim()
  return plain === '' ? other : plain
}

/** Prose without the sentences that contain a price. */
export const withoutPrices = (text: string): string =>
  text
    .split(/(?<=[。！？!?\n])/u)
    .filter((sentence) => !amount.test(sentence))
    .join('')
    .trim()
