import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { formatTime } from '#kernel/format.ts'

/**
 * While this page is read the products are reserved. With script that begins automatically; without it by a button.
 * `until`: until when all of it is reserved; null while some of it is not.
 */
export function HoldNotice({ until }: { until: Date | null }) {
  const { submit, data, Form } = useFetcher<{ heldUntil?: Date | null }>()
  const asked = useRef(until !== null)
  useEffect(() => {
    if (asked.current || !navigator.onLine) return
    asked.current = true
    submit({ intent: 'hold' }, { method: 'post', action: '/restaurant/cart' })
  }, [submit])
  const held = data?.heldUntil ?? until
  if (held)
    return (
      <p className="text-center text-sub">
        <b className="num">{formatTime(held)}</b> まで、この商品の在庫を確保しています。
      </p>
    )
  return (
    <Form method="post" action="/restaurant/cart" className="text-center [@media(scripting:enabled)]:hidden">
      <input type="hidden" name="returnTo" value="/restaurant/order" />
      <button type="submit" name="intent" value="hold" className="btn" data-kind="line">
        在庫を10分間確保する
      </button>
    </Form>
  )
}
