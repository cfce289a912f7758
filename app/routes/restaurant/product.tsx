import { useSearchParams } from 'react-router'
import { isBuyer } from '#access/rules.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDeadline, formatShortDay } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf, monthOf } from '#kernel/jst.ts'
import { AddToCart } from '#modules/cart/ui/add-to-cart.tsx'
import { WishedDayForm } from '#modules/cart/ui/wished-day-form.tsx'
import { categoryWord, methodWord, temperatureWord } from '#modules/catalog/catalog-words.ts'
import { productDetail } from '#modules/catalog/product-page.server.ts'
import { DishCostCalculator } from '#modules/catalog/ui/dish-cost-calculator.tsx'
import { FarmPanel } from '#modules/catalog/ui/farm-panel.tsx'
import { prefectureShort, sealPlace } from '#modules/catalog/ui/product-card.tsx'
import { ProductPrice } from '#modules/catalog/ui/product-price.tsx'
import { SeasonBar } from '#modules/catalog/ui/season-bar.tsx'
import { yenPerKg } from '#modules/catalog/unit-price.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { CartonLines, OriginSeal } from '#ui/market.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { page } from '../page.server.ts'
import { ownMeta, publicMeta } from '../page-meta.ts'
import type { Route } from './+types/product.ts'
import { BackOverPicture } from './back-over-picture.tsx'
import { cartOfPage } from './cart-of-page.server.ts'
import { ProductTiles } from './product-tiles.tsx'
import { productOnPublicPage } from './public-page.ts'
import { productsOn, signUpAddress, useBuying, useInCart, useShopOrVisitor, useWishedOn } from './shell.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? publicMeta(matches, productOnPublicPage(loaderData.product)) : ownMeta('商品')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false } }

export const loader = page(async (ctx, { request, params }: Route.LoaderArgs) => {
  const id = parseId<'product'>(params.id)
  if (!id) throw new NotFound('product')
  const kitchen = isBuyer(ctx.actor) ? (await cartOfPage(ctx, request, ctx.actor)).quote.kitchen : null
  const today = jstDateOf(ctx.now)
  return { product: await productDetail(ctx, id, kitchen), today, month: monthOf(today), now: ctx.now }
})

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, today, month } = loaderData
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
      <nav aria-label="いまいる場所" className="hidden flex-wrap gap-x-2 py-4 text-sub lg:flex">
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
          <BackOverPicture to={productsOn(wishedOn)} label="食材の一覧へもどる" />
          <ProductPicture
            name={product.picture}
            alt={`${product.name}（絵）`}
            sizes="(min-width: 1280px) 46rem, (min-width: 1024px) 58vw, 100vw"
            className="max-h-[16.125rem] lg:max-h-none lg:rounded-t-carton lg:rounded-b-card"
            first
          />
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
              {product.method !== 'conventional' && <Badge tone="pine">{methodWord[product.method]}</Badge>}
              {product.newestLot?.harvestedOn === today && <Badge tone="tag">けさ収穫</Badge>}
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
            <ProductPrice product={product} percents={percents} size="lg" />
          </div>
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
                旬のもの一年
              </Head>
            </h2>
            <SeasonBar season={product.seasonMonths} peak={product.peakMonths} now={month} />
          </section>
          <Facts loaderData={loaderData} />
          <div className="lg:hidden">
            <FarmPanel farm={product.farmPanel} category={product.category} />
          </div>
        </div>
      </div>
      {product.alsoFromFarm.length > 0 && (
        <section aria-labelledby="also" className="grid grid-cols-1 gap-3 px-2.5 pt-10 lg:px-0">
          <h2 id="also" className="px-1">
            <Head as="span" className="text-h3 lg:text-h2">
              この農園の、ほかの品
            </Head>
          </h2>
          <ProductTiles products={product.alsoFromFarm.slice(0, 4)} />
        </section>
      )}
    </div>
  )
}

type Part = { loaderData: Route.ComponentProps['loaderData'] }

function DeliveryDays({ loaderData: { product, now } }: Part) {
  const { holidays } = useShopOrVisitor()
  const wishedOn = useWishedOn()
  const mayWish = useBuying() === 'buy'
  const wished = product.days.find((day) => day.possible && day.deliveryOn === wishedOn)
  const first = wished ?? product.days.find((day) => day.possible)
  if (product.days.length === 0)
    return <p className="text-sub text-ink-2">届く日は、お店の場所と、農園が出荷する曜日で決まります。</p>
  const until = first?.possible
    ? `${formatShortDay(first.deliveryOn)}分は${formatDeadline(first.cutoffAt, now)}まで`
    : 'この先10日間、届けられる日がありません'
  if (!mayWish) return <p className="text-sub text-ink-2">{until}</p>
  const legend = (
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      お届け日<span className="text-sub font-normal text-ink-2">{until}</span>
    </span>
  )
  return <WishedDayForm legend={legend} days={product.days} holidays={holidays} wishedOn={wished?.deliveryOn ?? null} />
}

function Buy({ loaderData: { product } }: Part) {
  const inCart = useInCart().get(product.id) ?? 0
  const buying = useBuying()
  const soldOut = product.availableQty < product.minQty
  if (buying === 'signUp') return <SignUpBar />
  if (buying !== 'buy') return null
  if (!product.listed || soldOut)
    return (
      <p className="rounded-control bg-sunken p-4 text-center font-bold text-ink-2">
        {product.listed ? 'いま品切れです。' : 'この品はいま販売していません。'}
      </p>
    )
  return <AddToCart key={`${product.id}-${inCart}`} product={product} inCart={inCart} />
}

/** Where others have かごに入れる: what a visitor can do. */
const SignUpBar = () => (
  <div className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-3.5 pt-2.5 pb-[max(.75rem,env(safe-area-inset-bottom))] lg:static lg:border-0 lg:bg-transparent lg:p-0 print:hidden">
    <p className="min-w-0 grow basis-36 text-sub leading-snug font-bold">
      登録して承認されると、値段を見て注文できます。
    </p>
    <ButtonLink to={signUpAddress} size="lg" className="grow">
      登録する
    </ButtonLink>
  </div>
)

function Facts({ loaderData: { product } }: Part) {
  const facts = [
    ['保存', product.storageNote],
    ['味の目安', product.tasteNote],
    ['梱包', product.packingNote],
    ['栽培', methodWord[product.method]],
    ['残り', `${product.availableQty}${product.unitLabel}`],
  ].filter(([, said]) => said)
  return (
    <dl className="border-t border-line">
      {facts.map(([word, said]) => (
        <div key={word} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3 border-b border-line py-3">
          <dt className="font-bold">{word}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  )
}
