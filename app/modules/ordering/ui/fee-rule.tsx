import { formatDeadline } from '#kernel/format.ts'

type Props = { cutoffAt: Date; percent: number; now: Date }

/** Until when an order may be changed or cancelled, and what it costs afterwards: shown before ordering. */
export function FeeRule({ cutoffAt, percent, now }: Props) {
  return (
    <>
      {formatDeadline(cutoffAt, now)}
      までは、無料で変更・キャンセルできます。その後、箱詰めの開始までは農園にキャンセルを依頼できます（
      {percent === 0 ? '承諾された場合は無料' : `承諾された場合は、商品代の${percent}％`}）。
    </>
  )
}
