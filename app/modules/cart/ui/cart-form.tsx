import type { ReactNode } from 'react'
import { useHydrated } from '#ui/browser-state.ts'
import { useCurrentPath } from '#ui/current-path.ts'
import { isKept, keepForm } from '#ui/device/waiting.ts'
import { useFetcher } from '#ui/fetcher.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { usePendingForm } from '#ui/pending-form.ts'
import { stopOffline } from '#ui/stop-offline.ts'
import { joinChanges, kitchenHere, laneOf } from './stored-cart.ts'

/** The response of the cart's action to a refused form. */
export type CartAnswer = {
  problem?: { fields: Record<string, string>; summary: string; typed: Record<string, string>; signIn?: string }
}

const action = '/restaurant/cart'

/** What sends the forms about one thing in the cart, which show with the press what they ask for. */
export function useCartFetcher(key: string) {
  const fetcher = useFetcher<CartAnswer>({ key })
  const [pending, send] = usePendingForm()
  return {
    Form: fetcher.Form,
    data: fetcher.data,
    isIdle: pending === null && fetcher.state === 'idle',
    formData: pending ?? fetcher.formData,
    send: (form: FormData) => send(form, () => fetcher.submit(form, { method: 'post', action })),
  }
}

type Props = {
  fetcher: ReturnType<typeof useCartFetcher>
  intent: 'line' | 'instruction' | 'wished' | 'farm' | 'run'
  className?: string
  id?: string
  /** Sends on change; without script a button does. */
  sendsOnChange?: boolean
  /** Another form of the same fetcher shows the refusal. */
  mute?: boolean
  children: ReactNode
}

/**
 * A small form about the cart. With script it is sent in place; without it the browser goes to the cart's action, which
 * redirects back.
 */
export function CartForm({ fetcher, intent, className, id, sendsOnChange = false, mute = false, children }: Props) {
  const here = useCurrentPath()
  const scripted = useHydrated()
  const problem = fetcher.isIdle && !mute ? fetcher.data?.problem : undefined
  return (
    <fetcher.Form
      method="post"
      action={action}
      id={id}
      className={className}
      onSubmit={(event) => {
        const { currentTarget, nativeEvent } = event
        const form = new FormData(currentTarget, nativeEvent.submitter)
        const lane = laneOf(form)
        const isStored = isKept(lane)
        if (!isStored && stopOffline(event)) return
        event.preventDefault()
        if (isStored)
          void keepForm(currentTarget, nativeEvent.submitter, {
            lane,
            page: action,
            more: kitchenHere(),
            join: joinChanges,
          })
        else fetcher.send(form)
      }}
      onChange={sendsOnChange ? (event) => event.currentTarget.requestSubmit() : undefined}
    >
      <input type="hidden" name="intent" value={intent} />
      {!scripted && <input type="hidden" name="returnTo" value={here} />}
      {children}
      {problem && Object.keys(problem.fields).length === 0 && <Unplaced {...problem} />}
    </fetcher.Form>
  )
}

/** A refusal that is not about a field of the form, such as an ended session. */
const Unplaced = ({ summary, signIn }: { summary: string; signIn?: string }) => (
  <div className="grid justify-items-start">
    <FieldError>{summary}</FieldError>
    {signIn && (
      <a href={signIn} target="_blank" rel="noreferrer" className="prose-link inline-flex min-h-11 items-center">
        サインイン画面を開く
      </a>
    )}
  </div>
)
