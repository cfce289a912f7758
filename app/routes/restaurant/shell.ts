import { useMatches, useRouteLoaderData } from 'react-router'
import type { JstDate } from '#kernel/jst.ts'
import type { loader } from './layout.tsx'

/** How a page stands in the restaurant's frame; a route says so by `handle.shell`. */
export type Shell = {
  /** What is on top on a phone: the shop's name, the search field, or nothing because the page has its own bar. */
  top?: 'shop' | 'search' | 'own'
  /** The tabs at the bottom of a phone; a page with one fixed action hides them. */
  tabs?: boolean
  cartBar?: boolean
  /** The cart at the right from 1200 px on. */
  rail?: boolean
  categories?: boolean
  /** The footer; a page on which one thing is decided goes without. */
  footer?: boolean
}

const usual = { top: 'shop', tabs: true, cartBar: true, rail: false, categories: false, footer: true } as const

export function useShell(): Required<Shell> {
  const matches = useMatches()
  for (const { handle } of matches.toReversed())
    if (typeof handle === 'object' && handle !== null && 'shell' in handle)
      return { ...usual, ...(handle.shell as Shell) }
  return usual
}

/** What the layout knows of whoever looks: a member with shop and cart, or somebody who only looks around. */
export type ShopOrVisitor = NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>
export type Shop = Extract<ShopOrVisitor, { kind: 'member' }>
export type Visitor = Extract<ShopOrVisitor, { kind: 'visitor' }>

/** For the pages that are open to everybody: goods and farms. */
export function useShopOrVisitor(): ShopOrVisitor {
  const known = useRouteLoaderData<typeof loader>('routes/restaurant/layout')
  if (!known) throw new Error('a page of the restaurant stands outside its layout')
  return known
}

/** For the pages of members, which stand under members.tsx: shop, cart, wished day, tax, holidays. */
export function useShop(): Shop {
  const known = useShopOrVisitor()
  if (known.kind !== 'member') throw new Error('a page of members is shown to a visitor')
  return known
}

/** How many of each product are in the cart. */
export function useInCart(): ReadonlyMap<string, number> {
  const known = useShopOrVisitor()
  const farms = known.kind === 'member' ? known.cart.farms : []
  return new Map(farms.flatMap((farm) => farm.lines.map((line) => [line.productId, line.qty])))
}

/** The lines of the cart, whatever farm they are of. */
export function useCartLines() {
  const { cart } = useShop()
  return cart.farms.flatMap(({ farmId, lines }) =>
    lines.map(({ productId, qty, amountYen }) => ({ productId, farmId, qty, amountYen })),
  )
}

/** The ids of the goods and farms that are kept as favourites; null for those who can keep none. */
export function useKept(): ReadonlySet<string> | null {
  const { kept } = useShopOrVisitor()
  return kept && new Set(kept)
}

/** The day for which one is ordering, once there is one. */
export function useWishedOn(): JstDate | null {
  const known = useShopOrVisitor()
  return known.kind === 'member' ? known.cart.wishedOn : null
}

/**
 * What stands where others put goods into the cart: `buy` for approved restaurants, `wait` until the approval,
 * `signUp` for whoever has no restaurant yet, `none` for those who cannot buy here at all.
 */
export function useBuying(): 'buy' | 'wait' | 'signUp' | 'none' {
  const known = useShopOrVisitor()
  if (known.kind === 'visitor') return known.maySignUp ? 'signUp' : 'none'
  const { status } = known.shop
  if (status === 'approved') return 'buy'
  return status === 'draft' || status === 'submitted' || status === 'returned' ? 'wait' : 'none'
}

/** The list of products, on the day for which one is ordering. */
export const productsOn = (day: string | null): string =>
  day ? `/restaurant/products?on=${day}` : '/restaurant/products'

/** Where a restaurant asks to be let in. */
export const signUpAddress = '/auth/user-type?side=restaurant'
