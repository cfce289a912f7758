import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  createMemoryRouter,
  type LinkProps,
  MemoryRouter,
  type NavLinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
  RouterProvider,
} from 'react-router'
import { expect, test } from 'vitest'
import { Link, NavLink } from './link.tsx'

/** As on a page at /restaurant/products. */
function htmlOf(component: ComponentType<LinkProps>, props: LinkProps): string {
  const link = createElement(component, props)
  return renderToStaticMarkup(createElement(MemoryRouter, { initialEntries: ['/restaurant/products?q=1'] }, link))
}

test.each<LinkProps>([
  { to: '/', children: 'ホーム' },
  { to: '/restaurant/products/018e06f9', className: 'block', tabIndex: -1, 'aria-hidden': 'true' },
  { to: '/restaurant/products?q=%E7%95%9D&on=2026-11-24#list', 'aria-current': 'page', onClick: () => {} },
  { to: '/auth/signOut', target: '_blank', rel: 'noreferrer', replace: true, preventScrollReset: true },
  { to: '/restaurant', reloadDocument: true },
  { to: '/restaurant/products?q=1.5//a\\b&sort=newest' },
  { to: '/restaurant/products?q=%3F#list.1' },
  { to: '/restaurant/products?' },
  { to: '/restaurant/products?q=1#' },
  { to: '//elsewhere.example' },
  { to: '//elsewhere' },
  { to: '/a//b?q=1' },
  { to: '/a//' },
  { to: '/a/../b' },
  { to: '?sort=newest' },
  { to: '#month-2026-11' },
  { to: 'products' },
  { to: { pathname: '/restaurant', search: '?a=b' } },
  { to: 'https://elsewhere.example/' },
])('on the server a link is, byte for byte, that of the router: %o', (props) => {
  expect(htmlOf(Link, props)).toBe(htmlOf(RouterLink, props))
})

/** With the router's data, as on a page. */
function htmlAt(path: string, component: ComponentType<NavLinkProps>, props: NavLinkProps): string {
  const element = createElement(component, props)
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  return renderToStaticMarkup(createElement(RouterProvider, { router }))
}

const navLinks: NavLinkProps[] = [
  { to: '/' },
  { to: '/restaurant', end: true, children: 'ホーム' },
  { to: '/restaurant', className: 'tab', style: { color: 'red' } },
  { to: '/restaurant/products?on=2026-12-01', 'data-cart-goal': true } as NavLinkProps,
  { to: '/restaurant/Order/History', 'aria-current': 'step' },
  { to: '/restaurant/products/' },
  { to: '/restaurant/product' },
  { to: '/restaurant', className: ({ isActive }) => (isActive ? 'here' : 'there') },
  { to: '?sort=newest' },
]

test.each(
  [
    '/',
    '/restaurant',
    '/restaurant/products',
    '/Restaurant/Products/018e06f9?q=1',
    '/restaurant/order/history',
  ].flatMap((path) => navLinks.map((props) => [path, props] as const)),
)('on the server at %s the link of a navigation is, byte for byte, that of the router: %o', (path, props) => {
  expect(htmlAt(path, NavLink, props)).toBe(htmlAt(path, RouterNavLink, props))
})
