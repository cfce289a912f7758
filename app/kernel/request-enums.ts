/** The enums of requests (リクエスト); their labels are in modules/sourcing. */

export const requestStates = ['open', 'accepted', 'withdrawn', 'expired', 'removed'] as const
export type RequestState = (typeof requestStates)[number]

/** The farm's answer: it can send it, it cannot (出荷できません), or it withdrew the answer. */
export const answerStates = ['offered', 'declined', 'withdrawn'] as const
export type AnswerState = (typeof answerStates)[number]

/** Box classes for shipping, see modules/delivery/parcels.ts. */
export const boxSizes = [60, 80, 100, 120, 140, 160] as const
export type BoxSize = (typeof boxSizes)[number]

/** The growing methods that a chef may ask for. */
export const wishedMethods = ['specially_cultivated', 'jas_organic', 'natural'] as const
export type WishedMethod = (typeof wishedMethods)[number]
