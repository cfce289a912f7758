import type { GoodsStep } from '#modules/products/product-fields.ts'

/** The address of one of the five questions about a product or a draft. */
export const addressOf = (id: string, step: GoodsStep) => `/farmer/products/edit/${id}?step=${step}`
