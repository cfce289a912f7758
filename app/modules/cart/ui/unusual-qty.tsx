type Props = { qty: number; usual: number | undefined; unitLabel: string }

/** From this many times the usual quantity on, it may be a slip of the finger. */
const timesUsual = 5

/** いつもは2箱です: beside a quantity far above what the kitchen usually orders. It does not prevent ordering. */
export const UnusualQty = ({ qty, usual, unitLabel }: Props) =>
  usual !== undefined &&
  qty >= usual * timesUsual && (
    <p className="text-sub font-bold text-kaki-ink">
      いつもは{usual}
      {unitLabel}です。数量をご確認ください。
    </p>
  )
