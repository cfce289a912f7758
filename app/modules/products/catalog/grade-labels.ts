/** What the grade of a product means, for readers without market experience. */

/**
 * 等級: by appearance. Source: the grades in our produce research; each shipping district draws its own lines within
 * them.
 */
const grades: readonly (readonly [pattern: RegExp, said: string])[] = [
  [/特秀/, '特秀：形・色・つやが特によくそろったもの'],
  [/(?<!特)秀/, '秀：形・色・つやがよくそろったもの'],
  [/優/, '優：形や色にわずかな差があるもの。味は同じです'],
  [/良/, '良：傷や曲がりがあるもの。切って使う料理に適しています'],
  [/無印/, '無印：等級を分けずに詰めたもの'],
  [/A品/, 'A品：見た目のそろったもの'],
  [/B品/, 'B品：傷や曲がりがあるもの。切って使う料理に適しています'],
  [/訳あり/, '訳あり：大きさや形が不ぞろいなもの'],
]

const size = /(?<![A-Za-z0-9])(5L|4L|3L|2L|LL|L|MS|M|2S|SS|S)(?![A-Za-z0-9])/
const count = /(\d+)玉/

/** A sentence for every known word of a grade; none for the farm's own words. */
export function gradeExplained(grade: string): string[] {
  const said = grades.filter(([pattern]) => pattern.test(grade)).map(([, words]) => words)
  const [, letters] = size.exec(grade) ?? []
  const [, pieces] = count.exec(grade) ?? []
  if (letters) said.push(`${letters}：大きさ。5L・4L・3L・2L・L・M・S・2S の順に小さくなります`)
  if (pieces) said.push(`${pieces}玉：1箱に入る個数。数が少ないほど1つが大きくなります`)
  return said
}
