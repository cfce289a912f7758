/** A line that was removed or dropped is in no box. */
export const isComing = ({ quantities }: { quantities: { shipped: { qty: number } | null } }) =>
  quantities.shipped?.qty !== 0
