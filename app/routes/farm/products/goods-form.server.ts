import { fieldsOfStep, type ProductValues, productFields, valuesIn } from '#modules/products/product.ts'
import type { GoodsStep } from '#modules/products/product-fields.ts'

/** What a form says about a product; months occur once for each ticked one, and none is a value, too. */
export function textsIn(form: FormData, step?: GoodsStep): Record<string, string> {
  const names = step ? fieldsOfStep(step) : productFields
  return Object.fromEntries(
    names.flatMap((name) => {
      if (name === 'seasonMonths') {
        const isAsked = form.has('sellsFrom') || form.has(name)
        return isAsked ? [[name, form.getAll(name).join(',')]] : []
      }
      const value = form.get(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

/** The same as values: what cannot be read stays text, and is refused at its field. */
export const productIn = (form: FormData, step?: GoodsStep): ProductValues => valuesIn(textsIn(form, step))
