import { formatDeadline } from '#kernel/format.ts'

type Props = { cutoffAt: Date; percent: number; now: Date }

/** Until when an order may be changed or cancelled, and what it costs afterwards: shown before ordering. */
export function FeeRule({ cutoffAt, percent, now }: Props) {
  return (
    <>
      {formatDeadline(cutoffAt, now)}までは、無料で変えたり取り消したりできます。そのあと箱づめまでは農園に頼めます（
      {percent === 0 ? '応じてもらえたら無料' : `応じてもらえたら、商品代の${percent}％`}）。
    </>
  )
}
