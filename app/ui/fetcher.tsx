import { type ComponentPropsWithRef, useId } from 'react'
import {
  type FormProps,
  Form as RouterForm,
  useFetcher as useRouterFetcher,
  useNavigation as useRouterNavigation,
  useSubmit as useRouterSubmit,
} from 'react-router'

/**
 * The router's fetcher, for parts that a page has dozens of. While the server renders, nothing is being sent: there it is
 * an idle fetcher whose form is written without the hooks of the router.
 */
export const useFetcher = (import.meta.env.SSR ? useIdleFetcher : useRouterFetcher) as typeof useRouterFetcher

function useIdleFetcher() {
  // as the router's: the ids of the page follow from who asks for one
  useId()
  return idle
}

/** While the server renders, no page is being left. */
export const useNavigation = (import.meta.env.SSR ? useNoNavigation : useRouterNavigation) as typeof useRouterNavigation

function useNoNavigation() {
  return noNavigation
}

/** For handlers, which no server calls. */
export const useSubmit = (import.meta.env.SSR ? useNoSubmit : useRouterSubmit) as typeof useRouterSubmit

function useNoSubmit() {
  return never
}

/** The router's form, written on the server as its HTML alone where its address is complete. */
export const Form = import.meta.env.SSR ? IdleForm : RouterForm

const never = () => Promise.reject(new Error('the server sends no forms'))
const idle = { state: 'idle', data: undefined, formData: undefined, Form: FetcherForm, submit: never, load: never }
const noNavigation = { state: 'idle', location: undefined, formData: undefined }

function FetcherForm(props: FormProps) {
  return plainForm(props) ?? <RouterForm {...props} navigate={false} />
}

function IdleForm(props: FormProps) {
  return plainForm(props) ?? <RouterForm {...props} />
}

function plainForm({ method = 'get', action, discover, ...rest }: FormProps) {
  if (!action?.startsWith('/') || /\/\/|[.\\?]/.test(action) || discover) return null
  const { navigate, reloadDocument, replace, state, relative, onSubmit, ...others } = rest
  const { preventScrollReset, viewTransition, defaultShouldRevalidate, fetcherKey, ...attributes } = others
  const plain: ComponentPropsWithRef<'form'> = attributes
  return <form method={method} action={action} {...plain} data-discover="true" />
}
