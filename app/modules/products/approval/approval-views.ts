/** The parts of the staff review list, as the address names them. */
export const approvalViews = ['waiting', 'returned', 'held', 'listed'] as const
export type ApprovalView = (typeof approvalViews)[number]
