import type { Method } from '#kernel/enums.ts'

/** The growing methods that a product may only state with a valid certificate: 有機JAS by law, 特別栽培 by the guideline. */
const certified: readonly Method[] = ['jas_organic', 'specially_cultivated']

export const needsCertificate = (method: Method): boolean => certified.includes(method)
