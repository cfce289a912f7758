import { fieldsOfStep, type GoodsStep, goodsFields, type TypedGoods } from '#modules/products/product-fields.ts'

/** The product fields of a form; months occur once for each ticked one, and none is a value, too. */
export function typedGoods(form: FormData, step?: GoodsStep): TypedGoods {
  const names = step ? fieldsOfStep[step] : goodsFields
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
