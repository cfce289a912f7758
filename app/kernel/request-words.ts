/** The closed lists of words of requests (さがしてほしい); modules/requests says what they look like. */

export const requestStates = ['open', 'accepted', 'withdrawn', 'expired', 'removed'] as const
export type RequestState = (typeof requestStates)[number]

/** What a farm has said: it can send it, it cannot (出せません), or it took its word back. */
export const answerStates = ['offered', 'declined', 'withdrawn'] as const
export type AnswerState = (typeof answerStates)[number]

/** Classes of boxes in which something can be sent, see modules/delivery/parcels.ts. */
export const boxSizes = [60, 80, 100, 120, 140, 160] as const
export type BoxSize = (typeof boxSizes)[number]

/** What a chef may wish of how it is grown. */
export const wishedMethods = ['specially_cultivated', 'jas_organic', 'natural'] as const
export type WishedMethod = (typeof wishedMethods)[number]
