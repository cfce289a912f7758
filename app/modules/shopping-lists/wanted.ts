import type { ProductId } from '#kernel/ids.ts'
import type { OpenShoppingList } from './open-list.server.ts'

/** As many as are in the cart already, else the usual quantity; substitutes only if they are in the cart. */
export function amountsAtFirst(
  list: Pick<OpenShoppingList, 'awake' | 'asleep'>,
  inCart: readonly { productId: string; qty: number }[],
): Map<ProductId, number> {
  const there = new Map(inCart.map(({ productId, qty }) => [productId, qty]))
  const usual = list.awake.map(({ productId, qty }) => [productId, there.get(productId) ?? qty] as const)
  const instead = list.asleep.flatMap(({ instead }) => {
    const qty = instead && there.get(instead.productId)
    return instead && qty ? [[instead.productId, qty] as const] : []
  })
  return new Map([...usual, ...instead])
}
