import type { ReactNode } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { useLocation } from 'react-router'
import { useHydrated } from '#ui/browser-state.ts'

/** What the cart's action answers to a form that it refused. */
export type CartAnswer = {
  problem?: { fields: Record<string, string>; summary: string; typed: Record<string, string> }
}

type Props = {
  fetcher: FetcherWithComponents<CartAnswer>
  intent: 'line' | 'instruction' | 'wished' | 'farm'
  className?: string
  id?: string
  /** Sends as soon as something is chosen; without script a button does it. */
  sendsOnChange?: boolean
  children: ReactNode
}

/**
 * A small form about the cart. With script it is sent in place; without it the browser goes to the
 * cart's action, which leads back to where one was.
 */
export function CartForm({ fetcher, intent, className, id, sendsOnChange = false, children }: Props) {
  const { pathname, search } = useLocation()
  const scripted = useHydrated()
  return (
    <fetcher.Form
      method="post"
      action="/restaurant/cart"
      id={id}
      className={className}
      onChange={sendsOnChange ? (event) => fetcher.submit(event.currentTarget) : undefined}
    >
      <input type="hidden" name="intent" value={intent} />
      {!scripted && <input type="hidden" name="returnTo" value={pathname + search} />}
      {children}
    </fetcher.Form>
  )
}
