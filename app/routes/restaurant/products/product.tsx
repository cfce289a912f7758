import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { isBuyer } from '#authorization/rules.ts'
import type { WatchKind } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDeadline, formatShortDay } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { endOfMinute, jstDateOf, monthOf } from '#kernel/jst.ts'
import { photoKeyIn, pictureAddress } from '#kernel/picture-name.ts'
import { AddToCart } from '#modules/cart/ui/add-to-cart.tsx'
import { WishedDayForm } from '#modules/cart/ui/wished-day-form.tsx'
import { categoryWord, methodWord, temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import type { ProductCard } from '#modules/products/catalog/product-cards.server.ts'
import { type ProductDetail, productDetail } from '#modules/products/catalog/product-page.server.ts'
import { type GoodsPhoto, relatedProducts } from '#modules/products/catalog/related-products.server.ts'
import { DishCostCalculator } from '#modules/products/catalog/ui/dish-cost-calculator.tsx'
import { FarmPanel } from '#modules/products/catalog/ui/farm-panel.tsx'
import { HeartButton } from '#modules/products/catalog/ui/heart-button.tsx'
import { PriceTiers } from '#modules/products/catalog/ui/price-tiers.tsx'
import { prefectureShort, sealPlace } from '#modules/products/catalog/ui/product-card.tsx'
import { ProductPrice } from '#modules/products/catalog/ui/product-price.tsx'
import { SeasonBar } from '#modules/products/catalog/ui/season-bar.tsx'
import { WatchButton } from '#modules/products/catalog/ui/watch-button.tsx'
import { yenPerKg } from '#modules/products/catalog/unit-price.ts'
import { watchesOf } from '#modules/products/catalog/watches.server.ts'
import { productVoices } from '#modules/reviews/voices.server.ts'
import { usualQuantities } from '#modules/shopping-lists/usual-quantities.server.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { Gallery, type GalleryPicture } from '#ui/gallery.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { CartonLines, OriginSeal } from '#ui/market.tsx'
import { FarmPicture, ProductPicture } from '#ui/picture.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta, publicMeta } from '#web/page-meta.ts'
import { cartOfPage } from '../cart/cart-of-page.server.ts'
import {
  productsOn,
  signUpAddress,
  useBuying,
  useInCart,
  useKept,
  useShopOrVisitor,
  useWishedOn,
} from '../layout/shell.ts'
import type { Route } from './+types/product.ts'
import { BackOverPicture } from './back-over-picture.tsx'
// Below the fold: in the page that the server sends, its script comes after the rest.
import ProductFacts from './product-facts.tsx' with { load: 'later' }
import { ProductTiles } from './product-tiles.tsx'
import { productOnPublicPage } from './public-page.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? publicMeta(matches, productOnPublicPage(loaderData.product)) : ownMeta('商品')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false }, shared: true }

export const loader = page(async (ctx, { request, params }: Route.LoaderArgs) => {
  const id = parseId<'product'>(params.id)
  if (!id) throw new NotFound('product')
  const kitchen = isBuyer(ctx.actor) ? (await cartOfPage(ctx, request, ctx.actor)).quote.kitchen : null
  const today = jstDateOf(ctx.now)
  const [product, beside, watches, voices, usual] = await Promise.all([
    productDetail(ctx, id, kitchen),
    relatedProducts(ctx, id),
    watchesOf(ctx, { productId: id }),
    productVoices(ctx, id),
    kitchen ? usualQuantities(ctx, { kitchenId: kitchen.kitchenId, productIds: [id] }) : null,
  ])
  return {
    product,
    beside,
    watches,
    voices,
    usual,
    mayReport: 'personId' in ctx.actor,
    today,
    month: monthOf(today),
    now: endOfMinute(ctx.now),
  }
})

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, beside, today, month } = loaderData
  const kept = useKept()
  const { percents } = useShopOrVisitor()
  const wishedOn = useWishedOn()
  const [params] = useSearchParams()
  const perKg = yenPerKg(product)
  const prefecture = prefectureShort(product.farm.prefectureCode)
  return (
    <div
      className="mx-auto w-full max-w-[80rem] pb-8 lg:px-8 lg:pb-12"
      data-category={product.category}
      data-product={product.id}
    >
      <nav aria-label="現在の位置" className="hidden flex-wrap gap-x-2 py-4 text-sub lg:flex">
        <Link to={productsOn(wishedOn)} className="prose-link">
          食材
        </Link>
        <span aria-hidden="true">›</span>
        <Link to={`/restaurant/products?category=${product.category}`} className="prose-link">
          {categoryWord[product.category]}
        </Link>
        <span aria-hidden="true">›</span>
        <span>{product.name}</span>
      </nav>
      <div className="lg:grid lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] lg:items-start lg:gap-x-10">
        <div className="relative">
          <BackOverPicture to={productsOn(wishedOn)} label="食材の一覧へ戻る" />
          <Gallery pictures={picturesOf(product, beside.photos)}>
            <HeartButton
              of="product"
              id={product.id}
              name={product.name}
              kept={kept?.has(product.id) ?? null}
              className="absolute top-2 right-2 lg:top-4 lg:right-4"
            />
          </Gallery>
          <div className="lg:hidden">
            <CartonLines category={product.category} />
          </div>
          <OriginSeal
            prefecture={prefecture}
            place={sealPlace(product.farm.place)}
            category={product.category}
            size="lg"
            className="absolute right-3 -bottom-6 lg:top-4 lg:right-auto lg:bottom-auto lg:left-4"
          />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6 px-4 pt-4 lg:row-span-2 lg:px-0 lg:pt-0">
          <div className="grid grid-cols-1 gap-2">
            <p className="flex flex-wrap gap-2 pe-24 lg:pe-0">
              {product.method !== 'conventional' && (
                <Badge tone="pine">
                  <Explained>{methodWord[product.method]}</Explained>
                </Badge>
              )}
              {product.newestLot?.harvestedOn === today && <Badge tone="tag">本日収穫</Badge>}
              <Badge>{temperatureWord[product.temperature]}</Badge>
            </p>
            <h1 className="text-h2 leading-tight font-bold lg:text-h1">{product.name}</h1>
            <p className="text-ink-2">
              {[product.packLabel, product.grade].filter(Boolean).join('・')}
              <span className="visually-hidden">
                、{prefecture}
                {product.farm.place}
              </span>
            </p>
            {product.hidden && (
              <p>
                <Badge tone="tag">貴店限定商品</Badge>
              </p>
            )}
            <ProductPrice product={product} percents={percents} size="lg" />
            <PriceTiers product={product} />
          </div>
          {beside.packs.length > 0 && <Packs product={product} packs={beside.packs} />}
          <DeliveryDays loaderData={loaderData} />
          <Buy loaderData={loaderData} />
          {perKg !== null && (
            <DishCostCalculator
              key={product.id}
              yenPerKg={perKg}
              typed={{ grams: params.get('grams') ?? '120', yield: params.get('yield') ?? '90' }}
            />
          )}
          <div className="hidden lg:block">
            <FarmPanel farm={product.farmPanel} category={product.category} />
          </div>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-8 px-4 pt-8 lg:px-0">
          {product.description && <p className="max-w-[38em] text-lead">{product.description}</p>}
          <section aria-labelledby="season" className="grid grid-cols-1 gap-3">
            <h2 id="season">
              <Head as="span" className="text-h3 lg:text-h2">
                旬の年間カレンダー
              </Head>
            </h2>
            <SeasonBar season={product.seasonMonths} peak={product.peakMonths} now={month} />
          </section>
          <Suspense>
            <ProductFacts loaderData={loaderData} />
          </Suspense>
          <Watches loaderData={loaderData} />
          <div className="lg:hidden">
            <FarmPanel farm={product.farmPanel} category={product.category} />
          </div>
        </div>
      </div>
      <Beside id="together" name="一緒に使われている商品" products={beside.together} />
      <Beside id="similar" name="他の農園の同じ商品" products={beside.similar} />
      <Beside id="also" name="この農園の他の商品" products={product.alsoFromFarm.slice(0, 4)} />
    </div>
  )
}

/** The farm's photo of the product, or its drawing; then the field it comes from. */
function picturesOf({ name, picture, farmPanel }: ProductDetail, photos: readonly GoodsPhoto[]): GalleryPicture[] {
  const goods = photos.length > 0 ? photos : [{ name: picture, caption: '' }]
  const look = 'max-h-[16.125rem] lg:max-h-none lg:rounded-t-carton lg:rounded-b-card'
  return [
    ...goods.map((photo, index): GalleryPicture => {
      const drawn = photoKeyIn(photo.name) === null
      return {
        alt: photo.caption || (drawn ? `${name}（絵）` : `${name}（写真${goods.length > 1 ? index + 1 : ''}）`),
        caption: photo.caption,
        large: pictureAddress(photo.name, drawn ? 960 : 1600),
        picture: (
          <ProductPicture
            name={photo.name}
            alt=""
            sizes="(min-width: 1280px) 46rem, (min-width: 1024px) 58vw, 100vw"
            className={look}
            first={index === 0}
          />
        ),
        thumb: <ProductPicture name={photo.name} alt="" sizes="9rem" />,
      }
    }),
    {
      alt: `${farmPanel.name}の畑（${photoKeyIn(farmPanel.picture) === null ? '絵' : '写真'}）`,
      large: pictureAddress(farmPanel.picture, 1600),
      picture: (
        <FarmPicture
          name={farmPanel.picture}
          alt=""
          sizes="(min-width: 1024px) 58vw, 100vw"
          className={`aspect-4/3! ${look}`}
        />
      ),
      thumb: <FarmPicture name={farmPanel.picture} alt="" sizes="9rem" className="aspect-4/3!" />,
    },
  ]
}

/** The same product from this farm in other packs; the one that is shown first. */
const Packs = ({ product, packs }: { product: ProductDetail; packs: readonly ProductCard[] }) => (
  <nav aria-labelledby="packs" className="grid gap-2">
    <p id="packs" className="font-bold">
      {packs.every(({ name }) => name === product.name) ? '箱のサイズ' : '箱のサイズと種類'}
    </p>
    <ul className="flex flex-wrap gap-2">
      {[product, ...packs].map(({ id, name, packLabel }) => (
        <li key={id}>
          <Link
            to={`/restaurant/products/${id}`}
            aria-current={id === product.id ? 'page' : undefined}
            className="grid min-h-12 content-center rounded-control border-[1.5px] border-line-strong px-3 py-1 leading-tight aria-[current]:border-pine aria-[current]:bg-pine-tint aria-[current]:text-pine-ink"
          >
            <span className="font-bold">{packLabel}</span>
            {name !== product.name && <span className="text-caption">{name}</span>}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

type BesideProps = { id: string; name: string; products: readonly ProductCard[] }

const Beside = ({ id, name, products }: BesideProps) =>
  products.length > 0 && (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3 px-2.5 pt-10 lg:px-0">
      <h2 id={id} className="px-1">
        <Head as="span" className="text-h3 lg:text-h2">
          {name}
        </Head>
      </h2>
      <ProductTiles products={products} />
    </section>
  )

/**
 * Alerts beside the one about its return, which is in the place of the buy button: only events that can still happen.
 */
function Watches({ loaderData: { product, watches, month } }: Part) {
  const kinds: WatchKind[] = [
    ...(product.seasonMonths.includes(month) ? [] : (['in_season'] as const)),
    ...(product.priceYen === null ? [] : (['price_change'] as const)),
  ]
  if (kinds.length === 0) return null
  return (
    <section aria-label="お知らせの登録" className="flex flex-wrap items-start gap-3">
      {kinds.map((kind) => (
        <WatchButton key={kind} kind={kind} of={product.id} on={watches.includes(kind)} />
      ))}
    </section>
  )
}

type Part = { loaderData: Route.ComponentProps['loaderData'] }

function DeliveryDays({ loaderData: { product, now } }: Part) {
  const { holidays } = useShopOrVisitor()
  const wishedOn = useWishedOn()
  const mayWish = useBuying() === 'buy'
  const inCart = useInCart().size
  const wished = product.days.find((day) => day.possible && day.deliveryOn === wishedOn)
  const first = wished ?? product.days.find((day) => day.possible)
  if (product.days.length === 0)
    return <p className="text-sub text-ink-2">お届け日は、店舗の所在地と農園の出荷曜日で決まります。</p>
  const until = first?.possible
    ? `${formatShortDay(first.deliveryOn)}お届け分は${formatDeadline(first.cutoffAt, now)}まで`
    : '今後10日間に、お届けできる日がありません'
  if (!mayWish) return <p className="text-sub text-ink-2">{until}</p>
  const legend = (
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      お届け日<span className="text-sub font-normal text-ink-2">{until}</span>
    </span>
  )
  return (
    <div>
      <WishedDayForm legend={legend} days={product.days} holidays={holidays} wishedOn={wished?.deliveryOn ?? null} />
      {inCart > 0 && (
        <p className="text-sub text-ink-2">お届け日を変更すると、かごの全商品（{inCart}点）に適用されます。</p>
      )}
    </div>
  )
}

function Buy({ loaderData: { product, watches, usual } }: Part) {
  const inCart = useInCart().get(product.id) ?? 0
  const known = useShopOrVisitor()
  const buying = useBuying()
  const soldOut = product.availableQty < product.minQty
  if (buying === 'signUp') return <SignUpBar />
  if (buying !== 'buy' || known.kind !== 'member') return null
  if (!product.listed || soldOut)
    return (
      <div className="grid gap-3 rounded-control bg-sunken p-4">
        <p className="font-bold">{product.listed ? '現在、品切れです' : 'この商品は現在販売していません'}</p>
        <WatchButton kind="back_in_stock" of={product.id} on={watches.includes('back_in_stock')} />
      </div>
    )
  return (
    <>
      <AddToCart
        key={`${product.id}-${inCart}`}
        product={product}
        inCart={inCart}
        cart={known.cart}
        usual={usual?.[product.id]}
      />
      <p className="flex flex-wrap gap-x-5">
        <Link
          to={`/restaurant/lists/add?product=${product.id}`}
          className="prose-link inline-flex min-h-11 items-center"
        >
          「いつもの」に追加
        </Link>
        <Link
          to={`/restaurant/Chat/${product.farm.id}?product=${product.id}`}
          className="prose-link inline-flex min-h-11 items-center"
        >
          農園にチャットで相談する
        </Link>
      </p>
    </>
  )
}

/** In the place of かごに追加: what a visitor can do. */
const SignUpBar = () => (
  <div className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-3.5 pt-2.5 pb-[max(.75rem,env(safe-area-inset-bottom))] lg:static lg:border-0 lg:bg-transparent lg:p-0 print:hidden">
    <p className="min-w-0 grow basis-36 text-sub leading-snug font-bold">
      登録して承認されると、価格を確認して注文できます。
    </p>
    <ButtonLink to={signUpAddress} size="lg" className="grow">
      登録する
    </ButtonLink>
  </div>
)
