import { Suspense } from 'react'
import { isBuyer } from '#authorization/rules.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatNumber } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { photoKeyIn, pictureAddress } from '#kernel/picture-name.ts'
import { parsePrefCode } from '#kernel/place.ts'
import { WishedDayForm } from '#modules/cart/ui/wished-day-form.tsx'
import { kilometresBetween } from '#modules/products/catalog/distance.ts'
import { farmRecord } from '#modules/products/catalog/farm-record.server.ts'
import { farmDetail } from '#modules/products/catalog/product-page.server.ts'
import { sharedGoods } from '#modules/products/catalog/shared-goods.server.ts'
import { shipWeeks } from '#modules/products/catalog/ship-weeks.ts'
import { HeartButton } from '#modules/products/catalog/ui/heart-button.tsx'
import { ShipCalendar } from '#modules/products/catalog/ui/ship-calendar.tsx'
import { ShippingRules } from '#modules/products/catalog/ui/shipping-rules.tsx'
import { WatchButton } from '#modules/products/catalog/ui/watch-button.tsx'
import { watchesOf } from '#modules/products/catalog/watches.server.ts'
import { publicFarm } from '#modules/products/farm-page/public-farm.server.ts'
import { FarmLinks } from '#modules/products/ui/farm-links.tsx'
import { farmVoices } from '#modules/reviews/voices.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Gallery } from '#ui/gallery.tsx'
import { Head } from '#ui/head.tsx'
import { CartonPanel, Crest } from '#ui/market.tsx'
import { FarmPicture } from '#ui/picture.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta, publicMeta } from '#web/page-meta.ts'
import { cartOfPage } from '../cart/cart-of-page.server.ts'
import { productsOn, useBuying, useKept, useShopOrVisitor, useWishedOn } from '../layout/shell.ts'
import { BackOverPicture } from '../products/back-over-picture.tsx'
import { ProductTiles } from '../products/product-tiles.tsx'
import { farmOnPublicPage } from '../products/public-page.ts'
import type { Route } from './+types/farmer.ts'
// Below the fold: in the page that the server sends, its script comes after the rest.
import FarmerFacts from './farmer-facts.tsx' with { load: 'later' }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? publicMeta(matches, farmOnPublicPage(loaderData.farm)) : ownMeta('農園')
export const handle = { shell: { top: 'own', rail: true }, shared: true }

export const loader = page(async (ctx, { request, params }: Route.LoaderArgs) => {
  const id = parseId<'farm'>(params.id)
  if (!id) throw new NotFound('farm')
  const kitchen = isBuyer(ctx.actor) ? (await cartOfPage(ctx, request, ctx.actor)).quote.kitchen : null
  const [farm, record, shown, watched, shared, voices] = await Promise.all([
    farmDetail(ctx, id, kitchen),
    farmRecord(ctx, id),
    publicFarm(ctx, id),
    watchesOf(ctx, { farmId: id }),
    sharedGoods(ctx, { farmId: id }),
    farmVoices(ctx, id),
  ])
  const home = parsePrefCode(kitchen?.prefectureCode)
  const today = jstDateOf(ctx.now)
  return {
    ...{
      farm,
      record,
      shared,
      voices,
      mayReport: 'personId' in ctx.actor,
      today,
      photos: shown.photos,
      links: shown.links,
    },
    weeks: shipWeeks(farm.policy, farm.vacations, today),
    watched: watched.length > 0,
    kitchen: kitchen &&
      home && { name: kitchen.name, prefecture: home, km: kilometresBetween(farm.prefectureCode, home) },
  }
})

type Part = Pick<Route.ComponentProps, 'loaderData'>

export default function FarmerPage({ loaderData }: Part) {
  const { farm, shared, links, watched, today, weeks } = loaderData
  const { holidays } = useShopOrVisitor()
  const wishedOn = useWishedOn()
  const mayWish = useBuying() === 'buy'
  const kept = useKept()
  const { products, count } = farm.products
  const category = products[0]?.category
  return (
    <div className="grid gap-8 pb-8 min-[75rem]:pt-6">
      <CartonPanel
        category={category}
        aria-labelledby="farm"
        className="rounded-none! border-x-0! lg:mx-8 lg:rounded-t-carton! lg:rounded-b-card! lg:border-x! min-[75rem]:mx-0"
      >
        <div className="relative">
          <BackOverPicture to={productsOn(wishedOn)} label="食材の一覧へ戻る" />
          <Pictures loaderData={loaderData} />
          <HeartButton
            of="farm"
            id={farm.id}
            name={farm.name}
            kept={kept?.has(farm.id) ?? null}
            className="absolute top-2 right-2"
          />
        </div>
        <div className="grid gap-3 p-4 lg:p-6">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Crest kanji={farm.crest} category={category} className="text-[1.5rem]!" />
            <div>
              <h1 id="farm" className="text-h2 leading-tight font-bold text-ink lg:text-h1">
                {farm.name}
              </h1>
              <p className="text-sub">
                {farm.prefecture}
                {farm.city}・{farm.representative}さん
              </p>
            </div>
          </div>
          <p className="max-w-[38em] whitespace-pre-line wrap-anywhere text-ink">{farm.story}</p>
          {mayWish && (
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={`/restaurant/farmers/Products?farm=${farm.id}`}>この農園から注文する</ButtonLink>
              <ButtonLink to={`/restaurant/Chat/${farm.id}`} kind="line">
                チャットで問い合わせる
              </ButtonLink>
            </div>
          )}
          <FarmLinks links={links} farm={farm.name} />
        </div>
      </CartonPanel>
      <div className="grid gap-8 px-4 lg:px-8 min-[75rem]:grid-cols-2 min-[75rem]:px-0">
        {mayWish && (
          <section aria-labelledby="days" className="grid min-w-0 grid-cols-1 content-start gap-3">
            <h2 id="days">
              <Head as="span" className="text-h3 lg:text-h2">
                お届けできる日
              </Head>
            </h2>
            <WishedDayForm
              legend="冷蔵便の場合"
              days={farm.days}
              holidays={holidays}
              wishedOn={farm.days.find((day) => day.possible && day.deliveryOn === wishedOn)?.deliveryOn ?? null}
            />
          </section>
        )}
        <section aria-labelledby="rules" className="grid min-w-0 content-start gap-3">
          <h2 id="rules">
            <Head as="span" className="text-h3 lg:text-h2">
              出荷条件
            </Head>
          </h2>
          <ShippingRules farm={farm} />
        </section>
        <section aria-labelledby="ship-days" className="grid min-w-0 grid-cols-1 content-start gap-3">
          <h2 id="ship-days">
            <Head as="span" className="text-h3 lg:text-h2">
              出荷日
            </Head>
          </h2>
          <ShipCalendar weeks={weeks} today={today} />
        </section>
        <Suspense>
          <FarmerFacts loaderData={loaderData} />
        </Suspense>
      </div>
      <section aria-labelledby="goods" className="grid gap-3 px-2.5 lg:px-8 min-[75rem]:px-0">
        <h2 id="goods" className="px-1">
          <Head as="span" className="text-h3 lg:text-h2">
            この農園の商品
          </Head>
          <span className="ms-3 text-sub text-ink-2">{formatNumber(count + shared.length)}点</span>
        </h2>
        {shared.length + products.length > 0 ? (
          <ProductTiles products={products} shared={shared} />
        ) : (
          <EmptyState>現在、販売中の商品はありません。</EmptyState>
        )}
        <div className="flex flex-wrap items-start gap-3 px-1 pt-2">
          {count > products.length && (
            <ButtonLink to={`/restaurant/products?farm=${farm.id}`} kind="line">
              {formatNumber(count)}点すべての商品を見る
            </ButtonLink>
          )}
          <ButtonLink to={`/restaurant/farmers/Products?farm=${farm.id}`} kind="line">
            この農園の箱を作る
          </ButtonLink>
          <WatchButton kind="new_of_farm" of={farm.id} on={watched} />
        </div>
      </section>
    </div>
  )
}

/** The photos of the farm, to swipe and enlarge; or its one picture. */
function Pictures({ loaderData: { farm, photos } }: Part) {
  const sizes = '(min-width: 1200px) 62rem, 100vw'
  if (photos.length < 2) {
    const drawn = photoKeyIn(farm.picture) === null
    return <FarmPicture name={farm.picture} alt={`${farm.name}の畑（${drawn ? '絵' : '写真'}）`} sizes={sizes} first />
  }
  return (
    <Gallery
      pictures={photos.map(({ name, caption }, index) => ({
        alt: caption || `${farm.name}の写真${index + 1}`,
        caption,
        large: pictureAddress(name, 1600),
        picture: <FarmPicture name={name} alt="" sizes={sizes} first={index === 0} />,
        thumb: <FarmPicture name={name} alt="" sizes="12rem" />,
      }))}
    />
  )
}
