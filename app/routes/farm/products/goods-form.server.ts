import { fieldsOfStep, type ProductValues, productFields, valuesIn } from '#modules/products/product.ts'
import type { GoodsStep } from '#modules/products/product-fields.ts'

/** Fields with a box to tick for each value, and another one of the same question: then none ticked is a value, too. */
const ticked: Readonly<Record<string, string>> = { seasonMonths: 'sellsFrom', allergens: 'contents' }

/** What a form says about a product; what is ticked occurs once for each box. */
export function textsIn(form: FormData, step?: GoodsStep): Record<string, string> {
  const names = step ? fieldsOfStep(step) : productFields
  return Object.fromEntries(
    names.flatMap((name) => {
      const beside = ticked[name]
      if (beside) {
        const isAsked = form.has(beside) || form.has(name)
        return isAsked ? [[name, form.getAll(name).join(',')]] : []
      }
      const value = form.get(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

/** The same as values: what cannot be read stays text, and is refused at its field. */
export const productIn = (form: FormData, step?: GoodsStep): ProductValues => valuesIn(textsIn(form, step))
