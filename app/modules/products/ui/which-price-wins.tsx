/** The rule of docs/decisions/0024, for farmers. */
export const WhichPriceWins = () => (
  <p className="rounded-control bg-kraft-tint p-3 text-kraft-ink">
    ふつうの値段・数の値段・お得意さまの価格のうち、<b>いちばん安いもの1つ</b>
    が注文の値段になります。重ねて引くことはありません。
  </p>
)
