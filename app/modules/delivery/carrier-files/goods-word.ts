import { takeWidth, widthOf } from './jis-text.ts'

/** The products of a parcel in one cell: as many names as fit, then 他. A label needs what kind of goods, not all of them. */
export function goodsWord(names: readonly string[], width: number): string {
  const distinct = [...new Set(names)]
  const all = distinct.join('、')
  if (widthOf(all) <= width) return all
  for (let count = distinct.length - 1; count > 0; count--) {
    const some = `${distinct.slice(0, count).join('、')} 他`
    if (widthOf(some) <= width) return some
  }
  return takeWidth(distinct[0] ?? '', width)[0]
}
