import { createElement, type ReactElement, useId } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createMemoryRouter,
  type FormProps,
  Form as RouterForm,
  RouterProvider,
  useFetcher as useRouterFetcher,
} from 'react-router'
import { expect, test } from 'vitest'
import { Form, useFetcher } from './fetcher.tsx'

type Use = typeof useRouterFetcher

/** A form of the fetcher beside an id that the browser has to make again. */
function htmlOf(use: Use, props: FormProps): string {
  const form = () => {
    const fetcher = use({ key: 'one' })
    return createElement(fetcher.Form, props, createElement('input', { id: useId() }), fetcher.state)
  }
  return onPage(createElement(form))
}

function onPage(element: ReactElement): string {
  const router = createMemoryRouter([{ path: '/', element }])
  return renderToString(createElement(RouterProvider, { router }))
}

const forms: FormProps[] = [
  { method: 'post', action: '/restaurant/cart', className: 'grid', id: 'form' },
  { method: 'post', action: '/restaurant/favourites', onSubmit: () => {} },
  { action: '/restaurant/products', onChange: () => {} },
  { method: 'post', action: '?index' },
  { method: 'post' },
  { method: 'post', action: '/auth/signOut', reloadDocument: true },
  { method: 'post', action: '/auth/signOut', discover: 'none' },
]

test.each(forms)('on the server the form of a fetcher is, byte for byte, that of the router: %o', (props) => {
  expect(htmlOf(useFetcher, props)).toBe(htmlOf(useRouterFetcher, props))
})

test.each(forms)('on the server a form is, byte for byte, that of the router: %o', (props) => {
  expect(onPage(createElement(Form, props))).toBe(onPage(createElement(RouterForm, props)))
})
