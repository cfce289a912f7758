import type { ProductCard } from '#modules/products/catalog/product-list.server.ts'
import { Head } from '#ui/head.tsx'
import { ProductTiles } from './product-tiles.tsx'

/** Products that farms show to this restaurant only; nothing if there are none. */
export const SharedGoods = ({ products }: { products: readonly ProductCard[] }) =>
  products.length > 0 && (
    <section
      aria-labelledby="shared"
      className="-mx-2.5 mb-5 grid grid-cols-1 gap-3 border-y-[1.5px] border-dashed border-pine bg-pine-tint px-2.5 py-3 lg:mx-0 lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-start lg:rounded-card lg:border-x-[1.5px] lg:bg-transparent lg:p-4"
    >
      <div className="px-1">
        <h2 id="shared">
          <Head as="span" className="text-h4 lg:text-h3">
            貴店限定商品
          </Head>
        </h2>
        <p className="text-sub text-ink-2">
          農園が、特定の飲食店に限定して販売している商品です。他の飲食店には表示されません。
        </p>
      </div>
      <ProductTiles products={products} />
    </section>
  )
