/** The rule of docs/decisions/0024, for farmers. */
export const WhichPriceWins = () => (
  <p className="rounded-control bg-kraft-tint p-3 text-kraft-ink">
    通常価格・数量別価格・お得意さまの価格のうち、<b>最も安い1つ</b>
    が注文の単価になります。重複して割り引かれることはありません。
  </p>
)
