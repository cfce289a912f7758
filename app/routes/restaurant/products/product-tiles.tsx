import { QuantityForm } from '#modules/cart/ui/quantity-form.tsx'
import type { ProductCard as Product } from '#modules/products/catalog/product-cards.server.ts'
import { Gone } from '#modules/products/catalog/ui/gone.tsx'
import { HeartButton } from '#modules/products/catalog/ui/heart-button.tsx'
import { type CardProduct, cardFrame, InsideCard, ProductGrid } from '#modules/products/catalog/ui/product-card.tsx'
import type { Percents } from '#modules/products/catalog/ui/product-price.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useCurrentPath } from '#ui/current-path.ts'
import { Kept } from '#ui/kept.tsx'
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
  const here = useCurrentPath()
  return (
    <ProductGrid atTop={eager > 0}>
      {[...shared, ...products].map(({ availableQty, ...product }, index) => {
        const qty = inCart.get(product.id) ?? 0
        const tile = {
          ...{ product, percents, buying, qty, resting },
          gone: resting || availableQty < product.minQty,
          onlyHere: index < shared.length,
          isKept: kept?.has(product.id) ?? null,
          ...(index < eager && { eager: true, first: index === 0 }),
        }
        return (
          <Kept
            key={product.id}
            as="li"
            {...cardFrame(product)}
            part={Tile}
            of={tile}
            here={here}
            // the stepper has ids
            keeps={index >= eager && qty === 0}
          />
        )
      })}
    </ProductGrid>
  )
}

type TileProps = {
  product: CardProduct
  percents: Percents | null
  buying: ReturnType<typeof useBuying>
  /** In the cart. */
  qty: number
  gone: boolean
  resting: boolean
  onlyHere: boolean
  /** A favourite; null for users who can have none. */
  isKept: boolean | null
  eager?: boolean
  first?: boolean
}

const Tile = ({ product, buying, qty, resting, isKept, ...card }: TileProps) => (
  <InsideCard
    {...card}
    product={product}
    heart={
      <HeartButton of="product" id={product.id} name={product.name} kept={isKept} className="absolute top-2 right-2" />
    }
  >
    {card.gone ? (
      <Gone product={product} why={resting ? '現在、販売していません' : '現在、品切れです'} />
    ) : (
      <>
        {buying === 'buy' && <QuantityForm product={product} qty={qty} />}
        {buying === 'wait' && <Waits />}
        {buying === 'signUp' && (
          <ButtonLink to={signUpAddress} kind="line" className="w-full">
            登録する
          </ButtonLink>
        )}
      </>
    )}
  </InsideCard>
)

const Waits = () => (
  <p className="grid min-h-11 place-items-center rounded-control bg-sunken px-2 text-center text-sub font-bold text-ink-2">
    承認待ち
  </p>
)
