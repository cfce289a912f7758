import { averageText, type StarSum } from '#kernel/review-enums.ts'

/** ★4.6（12） within a line of text. */
export const Stars = ({ sum }: { sum: StarSum }) => (
  <>
    {' '}
    <span className="inline-block">
      <span aria-hidden="true">★</span>
      <span className="visually-hidden">評価5点のうち</span>
      <b className="num text-ink">{averageText(sum)}</b>（{sum.reviews}
      <span className="visually-hidden">件</span>）
    </span>
  </>
)
