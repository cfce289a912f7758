import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type LinkProps, MemoryRouter, Link as RouterLink } from 'react-router'
import { expect, test } from 'vitest'
import { Link } from './link.tsx'

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
  { to: '//elsewhere.example' },
  { to: '/a/../b' },
  { to: '?sort=newest' },
  { to: '#month-2026-11' },
  { to: 'products' },
  { to: { pathname: '/restaurant', search: '?a=b' } },
  { to: 'https://elsewhere.example/' },
])('on the server a link is, byte for byte, that of the router: %o', (props) => {
  expect(htmlOf(Link, props)).toBe(htmlOf(RouterLink, props))
})
