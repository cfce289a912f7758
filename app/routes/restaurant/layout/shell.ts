import { useMatches, useRouteLoaderData } from 'react-router'
import type { JstDate } from '#kernel/jst.ts'
import type { loader } from './layout.tsx'

/** The options of a page in the restaurant's layout; a route sets them in `handle.shell`. */
export type Shell = {
  /** The top of a phone: the restaurant's name, the search field, or nothing because the page has its own bar. */
  top?: 'shop' | 'search' | 'own'
  /** The tabs at the bottom of a phone; a page with one fixed action hides them. */
  tabs?: boolean
  cartBar?: boolean
  /** The cart at the right from 1200 px on. */
  rail?: boolean
  categories?: boolean
  /** The footer; a page for a single decision has none. */
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

/** The layout's data: a member with restaurant and cart, or a visitor. */
export type ShopOrVisitor = NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>
export type Shop = Extract<ShopOrVisitor, { kind: 'member' }>
export type Visitor = Extract<ShopOrVisitor, { kind: 'visitor' }>

/** For the public pages: products and farms. */
export function useShopOrVisitor(): ShopOrVisitor {
  const known = useRouteLoaderData<typeof loader>('routes/restaurant/layout/layout')
  if (!known) throw new Error('a page of the restaurant stands outside its layout')
  return known
}

/** For the pages of members below members.tsx: restaurant, cart, requested day, tax, holidays. */
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

/** The lines of the cart, of all farms. */
export function useCartLines() {
  const { cart } = useShop()
  return cart.farms.flatMap(({ farmId, lines }) => lines.map(({ productId, qty }) => ({ productId, farmId, qty })))
}

/** The ids of favourite products and farms; null for those who can have none. */
export function useKept(): ReadonlySet<string> | null {
  const { kept } = useShopOrVisitor()
  return kept && new Set(kept)
}

/** The requested delivery day, once there is one. */
export function useWishedOn(): JstDate | null {
  const known = useShopOrVisitor()
  return known.kind === 'member' ? known.cart.wishedOn : null
}

/**
 * The state of the cart buttons: `buy` for approved restaurants, `wait` until the approval, `signUp` for users without
 * a restaurant, `none` for those who cannot buy here at all.
 */
export function useBuying(): 'buy' | 'wait' | 'signUp' | 'none' {
  const known = useShopOrVisitor()
  if (known.kind === 'visitor') return known.maySignUp ? 'signUp' : 'none'
  const { status } = known.shop
  if (status === 'approved') return 'buy'
  return status === 'draft' || status === 'submitted' || status === 'returned' ? 'wait' : 'none'
}

/** The product list, for the requested day. */
export const productsOn = (day: string | null): string =>
  day ? `/restaurant/products?on=${day}` : '/restaurant/products'

/** Where a restaurant applies for approval. */
export const signUpAddress = '/auth/user-type?side=restaurant'
