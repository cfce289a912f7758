import { QuantityForm } from '#modules/cart/ui/quantity-form.tsx'
import type { ProductCard as Product } from '#modules/catalog/product-list.server.ts'
import { ProductCard, ProductGrid } from '#modules/catalog/ui/product-card.tsx'
import { useInCart, useShop } from './shell.ts'

/** Cards of the catalogue with the buttons of the cart. */
export function ProductTiles({ products, eager = 0 }: { products: readonly Product[]; eager?: number }) {
  const inCart = useInCart()
  const { percents } = useShop()
  return (
    <ProductGrid>
      {products.map((product, index) => (
        <ProductCard key={product.id} product={product} percents={percents} eager={index < eager}>
          <QuantityForm product={product} qty={inCart.get(product.id) ?? 0} />
        </ProductCard>
      ))}
    </ProductGrid>
  )
}
