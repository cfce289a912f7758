/** The words by which recalls are kept; what people read stands in provenance/recalls/recall-words.ts. */

/** What is to be done with the goods. */
export const recallHandlings = ['stop', 'discard', 'keep', 'return'] as const
export type RecallHandling = (typeof recallHandlings)[number]

/** What a restaurant says of the goods it received. */
export const recallAnswers = ['unused', 'partly_used', 'used', 'discarded', 'none_here'] as const
export type RecallAnswer = (typeof recallAnswers)[number]
