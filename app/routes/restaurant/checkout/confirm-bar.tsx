import { Undo2, WifiOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatDeadline, formatYen } from '#kernel/format.ts'
import type { SeenQuote } from '#modules/cart/cart-input.ts'
import { isEstimate, type ShownCart } from '#modules/cart/shown-cart.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useWaiting } from '#ui/device/waiting.ts'

/**
 * `overLimit`: the limit of a member who may not order this much alone. `refusal`: why the order was refused, here, where
 * the button was pressed: above the slip it would be out of view, and push the slip down.
 */
type Props = {
  cart: ShownCart
  seen: SeenQuote
  overLimit: number | null
  formKey: string
  now: Date
  refusal: ReactNode
}

/** The one button that orders, within reach of a thumb, and until when the order can be cancelled. */
export function ConfirmBar({ cart, seen, overLimit, formKey, now, refusal }: Props) {
  const navigation = useNavigation()
  const [offline, setOffline] = useState(false)
  const unsent = useWaiting().presses.some(({ lane }) => lane.startsWith('/restaurant/cart'))
  const first = cart.farms
    .flatMap(({ day }) => (day ? [day.cutoffAt] : []))
    .sort((a, b) => a.getTime() - b.getTime())[0]
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-3.5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
      <div className="mx-auto grid max-w-[38.25rem] gap-2.5">
        {refusal && <div className="max-h-[40dvh] overflow-y-auto">{refusal}</div>}
        {unsent ? (
          <p role="alert" className="text-center text-sub font-bold text-akane">
            かごの変更がまだ送信されていません。送信後に注文できます
          </p>
        ) : offline ? (
          <p role="alert" className="flex items-center justify-center gap-2 text-sub font-bold text-akane">
            <WifiOff aria-hidden="true" size={20} className="shrink-0" />
            オフラインです。注文はまだ送信されていません
          </p>
        ) : (
          first && (
            <p className="flex items-center justify-center gap-2 text-sub font-bold text-ink-2">
              {overLimit === null ? (
                <>
                  <Undo2 aria-hidden="true" size={20} className="shrink-0" />
                  {formatDeadline(first, now)}まではご自身でキャンセルできます
                </>
              ) : (
                `上限の${formatYen(overLimit)}を超えています。${formatDeadline(first, now)}までに承認が必要です`
              )}
            </p>
          )
        )}
        {cart.orderable && !cart.creditProblem ? (
          <Form
            method="post"
            onSubmit={(event) => {
              setOffline(!navigator.onLine)
              if (!navigator.onLine || unsent) event.preventDefault()
            }}
          >
            <input type="hidden" name="key" value={formKey} />
            {overLimit !== null && <input type="hidden" name="ask" value="owner" />}
            <input type="hidden" name="seen" value={JSON.stringify(seen)} />
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="shrink-0 leading-tight">
                <span className="visually-hidden">合計</span>
                <span className="block text-caption font-bold">税・送料込{isEstimate(cart) && '・概算'}</span>
                <span className="num text-[1.375rem]">{formatYen(cart.totalYen)}</span>
              </p>
              <Button
                kind="kaki"
                size="lg"
                className="min-w-0 grow basis-44 px-3"
                busy={navigation.formMethod === 'POST'}
              >
                {ruleOf(overLimit === null ? 'place' : 'request').button}
              </Button>
            </div>
          </Form>
        ) : (
          <>
            <p className="text-center text-sub font-bold text-akane">
              {cart.orderable
                ? '掛け払いのご利用状況により、まだ注文できません。'
                : '修正が必要な項目があるため、まだ注文できません。'}
            </p>
            <ButtonLink to="/restaurant/cart" size="lg" className="w-full">
              かごを修正する
            </ButtonLink>
          </>
        )}
      </div>
    </div>
  )
}
