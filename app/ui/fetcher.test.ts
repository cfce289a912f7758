import { createElement, useId } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type FormProps, RouterProvider, useFetcher as useRouterFetcher } from 'react-router'
import { expect, test } from 'vitest'
import { useFetcher } from './fetcher.tsx'

type Use = typeof useRouterFetcher

/** A form of the fetcher beside an id that the browser has to make again. */
function htmlOf(use: Use, props: FormProps): string {
  const form = () => {
    const fetcher = use({ key: 'one' })
    return createElement(fetcher.Form, props, createElement('input', { id: useId() }), fetcher.state)
  }
  const router = createMemoryRouter([{ path: '/', element: createElement(form) }])
  return renderToString(createElement(RouterProvider, { router }))
}

test.each<FormProps>([
  { method: 'post', action: '/restaurant/cart', className: 'grid', id: 'form' },
  { method: 'post', action: '/restaurant/favourites', onSubmit: () => {} },
  { action: '/restaurant/products', onChange: () => {} },
  { method: 'post', action: '?index' },
  { method: 'post' },
])('on the server the form of a fetcher is, byte for byte, that of the router: %o', (props) => {
  expect(htmlOf(useFetcher, props)).toBe(htmlOf(useRouterFetcher, props))
})
