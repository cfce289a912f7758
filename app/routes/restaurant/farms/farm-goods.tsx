import type { MetaFunction } from 'react-router'
import { isBuyer } from '#authorization/rules.ts'
import { parseId } from '#kernel/ids.ts'
import { BoxMeter } from '#modules/cart/ui/box-meter.tsx'
import { QuantityForm } from '#modules/cart/ui/quantity-form.tsx'
import { farmGoods } from '#modules/products/catalog/farm-goods.server.ts'
import type { ProductCard } from '#modules/products/catalog/product-cards.server.ts'
import { Gone } from '#modules/products/catalog/ui/gone.tsx'
import { ProductPrice } from '#modules/products/catalog/ui/product-price.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Crest } from '#ui/market.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { cartOfPage } from '../cart/cart-of-page.server.ts'
import { useBuying, useInCart, useShopOrVisitor } from '../layout/shell.ts'
import type { Route } from './+types/farm-goods.ts'

export const meta: MetaFunction = () => ownMeta('農園ごとに箱を作る')
export const handle = { shell: { rail: true }, shared: true }

/** One farm's products as a dense list, to fill its box; the farm is in the address. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const asked = parseId<'farm'>(new URL(request.url).searchParams.get('farm'))
  const inCart = isBuyer(ctx.actor) ? (await cartOfPage(ctx, request, ctx.actor)).quote.farms : []
  return farmGoods(
    ctx,
    inCart.map(({ farmId }) => farmId),
    asked,
  )
})

export default function FarmGoodsPage({ loaderData: { farms, chosen, goods } }: Route.ComponentProps) {
  const known = useShopOrVisitor()
  const inCart = known.kind === 'member' ? (known.cart.farms.find(({ farmId }) => farmId === chosen?.id) ?? null) : null
  return (
    <div className="grid grid-cols-1 gap-4 px-2.5 pt-4 pb-8 lg:px-8 lg:pt-8 min-[75rem]:px-0">
      <h1 className="px-1">
        <Head as="span" className="text-h2 lg:text-h1">
          農園ごとに箱を作る
        </Head>
      </h1>
      {farms.length > 1 && (
        <nav aria-label="農園" className="flex gap-2 overflow-x-auto pb-1 whitespace-nowrap lg:flex-wrap">
          {farms.map(({ id, name, crest }) => (
            <Link
              key={id}
              to={`/restaurant/farmers/Products?farm=${id}`}
              preventScrollReset
              className="chip"
              aria-current={id === chosen?.id ? 'page' : undefined}
            >
              <Crest kanji={crest} className={id === chosen?.id ? 'text-on-pine!' : ''} />
              {name}
            </Link>
          ))}
        </nav>
      )}
      {chosen === null ? (
        <EmptyState action={<ButtonLink to="/restaurant/farmers">農園を選択</ButtonLink>}>
          お気に入りの農園や、注文したことのある農園が、ここに表示されます。
        </EmptyState>
      ) : (
        <section aria-labelledby="chosen" className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap items-center gap-x-3">
            <h2 id="chosen" className="text-h4 font-bold lg:text-h3">
              {chosen.name}
            </h2>
            <Link
              to={`/restaurant/farmers/${chosen.id}`}
              className="prose-link inline-flex min-h-11 items-center text-sub"
            >
              農園を見る
            </Link>
          </div>
          {known.kind === 'member' && (
            <div className="card sticky top-16 z-10 p-3 lg:top-24">
              <BoxMeter farm={inCart} />
            </div>
          )}
          <ul className="card divide-y divide-line">
            {goods.products.map((product) => (
              <ProductRow key={product.id} product={product} />
            ))}
          </ul>
          {goods.next && (
            <ButtonLink kind="line" to={`/restaurant/products?farm=${chosen.id}`} className="justify-self-center">
              この農園の商品をすべて見る
            </ButtonLink>
          )}
        </section>
      )}
    </div>
  )
}

function ProductRow({ product }: { product: ProductCard }) {
  const inCart = useInCart()
  const buying = useBuying()
  const { percents } = useShopOrVisitor()
  const soldOut = product.availableQty < product.minQty
  return (
    <li className="flex flex-wrap items-center gap-3 p-3" data-category={product.category} data-product={product.id}>
      <span className="w-16 shrink-0 overflow-hidden rounded-control">
        <ProductPicture name={product.picture} alt="" sizes="4rem" className={soldOut ? 'opacity-55' : ''} />
      </span>
      <div className="min-w-0 grow basis-40">
        <h3 className="font-bold">
          <Link to={`/restaurant/products/${product.id}`} className="-my-2 block py-2 hover:underline">
            {product.name}
          </Link>
        </h3>
        <p className="text-sub text-ink-2">{product.packLabel}</p>
      </div>
      <div className="basis-56">
        <ProductPrice product={product} percents={percents} />
      </div>
      {soldOut ? (
        <div className="basis-44">
          <Gone product={product} why="現在、品切れです" />
        </div>
      ) : (
        buying === 'buy' && <QuantityForm product={product} qty={inCart.get(product.id) ?? 0} className="basis-44" />
      )}
    </li>
  )
}
