import { QuantityForm } from '#modules/cart/ui/quantity-form.tsx'
import type { ProductCard as Product } from '#modules/products/catalog/product-cards.server.ts'
import { Gone } from '#modules/products/catalog/ui/gone.tsx'
import { HeartButton } from '#modules/products/catalog/ui/heart-button.tsx'
import { ProductCard, ProductGrid } from '#modules/products/catalog/ui/product-card.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { signUpAddress, useBuying, useInCart, useKept, useShopOrVisitor } from '../layout/shell.ts'

type Props = {
  products: readonly Product[]
  /** Products that farms show to this restaurant, and to few others: they come first, and say so. */
  shared?: readonly Product[]
  /** How many of the first pictures are in view initially; the very first is the largest element of the page. */
  eager?: number
  /** Products that are not on sale now, whatever their stock. */
  resting?: boolean
}

/** Cards of the catalogue with the buttons of the cart; for users without a cart, a link to get one. */
export function ProductTiles({ products, shared = [], eager = 0, resting = false }: Props) {
  const inCart = useInCart()
  const { percents } = useShopOrVisitor()
  const buying = useBuying()
  const kept = useKept()
  return (
    <ProductGrid>
      {[...shared, ...products].map((product, index) => {
        const gone = resting || product.availableQty < product.minQty
        return (
          <ProductCard
            key={product.id}
            product={product}
            percents={percents}
            gone={gone}
            onlyHere={index < shared.length}
            eager={index < eager}
            first={eager > 0 && index === 0}
            heart={
              <HeartButton
                of="product"
                id={product.id}
                name={product.name}
                kept={kept?.has(product.id) ?? null}
                className="absolute top-2 right-2"
              />
            }
          >
            {gone ? (
              <Gone product={product} why={resting ? '現在、販売していません' : '現在、品切れです'} />
            ) : (
              <>
                {buying === 'buy' && <QuantityForm product={product} qty={inCart.get(product.id) ?? 0} />}
                {buying === 'wait' && <Waits />}
                {buying === 'signUp' && (
                  <ButtonLink to={signUpAddress} kind="line" className="w-full">
                    登録する
                  </ButtonLink>
                )}
              </>
            )}
          </ProductCard>
        )
      })}
    </ProductGrid>
  )
}

const Waits = () => (
  <p className="grid min-h-11 place-items-center rounded-control bg-sunken px-2 text-center text-sub font-bold text-ink-2">
    承認待ち
  </p>
)
