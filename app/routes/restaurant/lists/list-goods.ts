import { type ProductId, parseId } from '#kernel/ids.ts'
import { parseWholeNumber } from '#kernel/text.ts'

/**
 * The products and quantities in the form of a list, and the replacements of unavailable products that were ticked.
 * Null with the name of a field whose quantity cannot be read; 0 skips a product this time.
 */
export function goodsOfForm(form: Iterable<readonly [string, FormDataEntryValue]> & { has(name: string): boolean }): {
  goods: { productId: ProductId; qty: number }[]
  wrong: string | null
} {
  const goods: { productId: ProductId; qty: number }[] = []
  for (const [name, value] of form) {
    const [what, text] = name.split('.')
    const productId = what === 'qty' || what === 'instead' ? parseId<'product'>(text) : null
    if (!productId || (what === 'instead' && !form.has(`with.${productId}`))) continue
    const qty = parseWholeNumber(value)
    if (qty === null || qty < 0 || qty > 9_999) return { goods, wrong: name }
    if (qty > 0) goods.push({ productId, qty })
  }
  return { goods, wrong: null }
}
