import { formatYen } from '#kernel/format.ts'

/** What is zero steps back, so that the eye finds what is not. */
export const quietZero = (amount: number) =>
  amount === 0 ? <span className="font-normal text-ink-2">{formatYen(amount)}</span> : formatYen(amount)
