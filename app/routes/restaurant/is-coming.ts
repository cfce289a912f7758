/** A line that was taken out, or dropped, is in no box. */
export const isComing = ({ quantities }: { quantities: { shipped: { qty: number } | null } }) =>
  quantities.shipped?.qty !== 0
