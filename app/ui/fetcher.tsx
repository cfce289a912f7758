import { type ComponentPropsWithRef, useId } from 'react'
import { type FormProps, Form as RouterForm, useFetcher as useRouterFetcher } from 'react-router'

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

const never = () => Promise.reject(new Error('the server sends no forms'))
const idle = { state: 'idle', data: undefined, formData: undefined, Form: IdleForm, submit: never, load: never }

function IdleForm(props: FormProps) {
  const { method = 'get', action, ...rest } = props
  if (!action?.startsWith('/') || /\/\/|[.\\?]/.test(action)) return <RouterForm {...props} navigate={false} />
  const { discover, navigate, reloadDocument, replace, state, relative, onSubmit, ...others } = rest
  const { preventScrollReset, viewTransition, defaultShouldRevalidate, fetcherKey, ...attributes } = others
  const plain: ComponentPropsWithRef<'form'> = attributes
  return <form method={method} action={action} {...plain} data-discover="true" />
}
