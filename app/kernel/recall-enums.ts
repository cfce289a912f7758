/** The stored values of recalls; their labels are in traceability/recalls/recall-labels.ts. */

/** What to do with the products. */
export const recallHandlings = ['stop', 'discard', 'keep', 'return'] as const
export type RecallHandling = (typeof recallHandlings)[number]

/** What a restaurant reports about the products it received. */
export const recallAnswers = ['unused', 'partly_used', 'used', 'discarded', 'none_here'] as const
export type RecallAnswer = (typeof recallAnswers)[number]
