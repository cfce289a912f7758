import type { ReactNode } from 'react'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { Badge } from '#ui/badge.tsx'
import { useCameWithDocument } from '#ui/browser-state.ts'
import { Kept } from '#ui/kept.tsx'
import { Link } from '#ui/link.tsx'
import { CartonLines, Crest, OriginSeal } from '#ui/market.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import type { ProductCard as Product } from '../product-cards.server.ts'
import { type Percents, ProductPrice } from './product-price.tsx'
import { Stars } from './stars.tsx'

/** Stock changes with every order; whether there is enough of it is `gone`. */
export type CardProduct = Omit<Product, 'availableQty'>

type Props = {
  product: CardProduct
  percents: Percents | null
  /** The button that adds it to the cart, or its replacement; provided by the page. */
  children: ReactNode
  /** Shown while there is no price yet. */
  priceless?: string
  /** Currently unavailable. */
  gone?: boolean
  /** A product that its farm shows to this restaurant, and to few others. */
  onlyHere?: boolean
  /** On top of the picture: the favourite button. */
  heart?: ReactNode
  eager?: boolean
  /** Load this picture with priority. */
  first?: boolean
}

export const prefectureShort = (code: string): string => {
  const known = parsePrefCode(code)
  return known ? prefectureOf(known).shortName : ''
}

/** The location on a seal: 八代, not 八代市. */
export const sealPlace = (place: string): string => (place.length > 2 ? place.replace(/[市町村区郡]$/, '') : place)

/**
 * One product of a list: picture and name link to its page, the button is separate. Prices and buttons of one row of the
 * grid stand on one line, however long the names are.
 */
export const ProductCard = (props: Props) => (
  <li {...cardFrame(props.product)}>
    <InsideCard {...props} />
  </li>
)

/** The element around what is inside a card. */
export const cardFrame = ({ id, category }: Pick<Product, 'id' | 'category'>) => ({
  className: 'card relative row-span-3 grid min-w-0 grid-rows-subgrid gap-y-0 transition-shadow hover:shadow-2',
  'data-category': category,
  'data-product': id,
})

export function InsideCard({
  product,
  percents,
  children,
  heart,
  gone,
  priceless,
  onlyHere = false,
  eager = false,
  first = false,
}: Props) {
  const { id, name, category, packLabel, stars, farm } = product
  return (
    <>
      <div>
        <Link to={`/restaurant/products/${product.id}`} className="block" tabIndex={-1} aria-hidden="true">
          <ProductPicture
            name={product.picture}
            alt=""
            // of half a phone a little less, so that 480 pixels do where one is three
            sizes="(min-width: 1200px) 16rem, (min-width: 768px) 33vw, 41vw"
            className={gone ? 'opacity-55' : ''}
            eager={eager}
            first={first}
          />
        </Link>
        {onlyHere && (
          <Badge tone="tag" className="absolute top-2 left-2">
            貴店限定
            <span className="visually-hidden">（他の飲食店には表示されません）</span>
          </Badge>
        )}
        {heart}
        <CartonLines category={category} />
        <Kept
          className="relative grid gap-1.5 px-3 pt-4 lg:px-3.5 lg:pt-5"
          part={Words}
          of={{ id, name, category, packLabel, stars, farm }}
        />
      </div>
      <Kept
        className="px-3 pt-2.5 lg:px-3.5"
        part={ProductPrice}
        of={{ product, percents, ...(priceless !== undefined && { priceless }) }}
      />
      <div className="self-end p-3 pt-2.5 lg:p-3.5 lg:pt-2.5">{children}</div>
    </>
  )
}

type WordsProps = Pick<Product, 'id' | 'name' | 'category' | 'packLabel' | 'stars' | 'farm'>

/** What the product is, and from where. */
function Words({ id, name, category, packLabel, stars, farm }: WordsProps) {
  const prefecture = prefectureShort(farm.prefectureCode)
  return (
    <>
      <OriginSeal
        prefecture={prefecture}
        place={sealPlace(farm.place)}
        category={category}
        className="absolute -top-9 left-2"
      />
      <h3 className="leading-snug font-bold">
        <Link to={`/restaurant/products/${id}`} className="-my-3 block py-3 hover:underline">
          <span className="line-clamp-2">{name}</span>
        </Link>
      </h3>
      <p className="text-sub text-ink-2">
        {packLabel}
        {stars && <Stars sum={stars} />}
      </p>
      <p className="flex items-center gap-1 text-sub text-ink-2">
        <Crest kanji={farm.crest} category={category} />
        <Link
          to={`/restaurant/farmers/${farm.id}`}
          className="-my-2 inline-flex min-h-11 min-w-0 items-center font-bold hover:underline"
        >
          {farm.name}
        </Link>
        <span className="visually-hidden">
          、{prefecture}
          {farm.place}
        </span>
      </p>
    </>
  )
}

/** `atTop`: it begins in the first view of its page. */
export function ProductGrid({ atTop = false, children }: { atTop?: boolean; children: ReactNode }) {
  return (
    <ul
      data-lazy={useCameWithDocument()}
      data-at-top={atTop}
      className="product-grid grid grid-cols-[repeat(auto-fill,minmax(min(10.25rem,100%),1fr))] gap-2.5 md:grid-cols-3 lg:gap-4 xl:grid-cols-4"
    >
      {children}
    </ul>
  )
}
