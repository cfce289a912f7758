import { useMatches, useRouteLoaderData } from 'react-router'
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
}

const usual = { top: 'shop', tabs: true, cartBar: true, rail: false, categories: false } as const

export function useShell(): Required<Shell> {
  const matches = useMatches()
  for (const { handle } of matches.toReversed())
    if (typeof handle === 'object' && handle !== null && 'shell' in handle)
      return { ...usual, ...(handle.shell as Shell) }
  return usual
}

/** What the layout knows: shop, cart, wished day, tax, holidays. */
export function useShop() {
  const shop = useRouteLoaderData<typeof loader>('routes/restaurant/layout')
  if (!shop) throw new Error('a page of the restaurant stands outside its layout')
  return shop
}

/** How many of each product are in the cart. */
export function useInCart(): ReadonlyMap<string, number> {
  const { cart } = useShop()
  return new Map(cart.farms.flatMap((farm) => farm.lines.map((line) => [line.productId, line.qty])))
}

/** The list of products, on the day for which one is ordering. */
export const productsOn = (day: string | null): string =>
  day ? `/restaurant/products?on=${day}` : '/restaurant/products'
