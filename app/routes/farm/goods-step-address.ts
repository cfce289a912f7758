import type { GoodsStep } from '#modules/products/product-fields.ts'

/** Where one of the five questions about goods or a draft is asked. */
export const addressOf = (id: string, step: GoodsStep) => `/farmer/products/edit/${id}?step=${step}`
