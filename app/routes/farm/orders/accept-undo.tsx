import { useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import { useHydrated } from '#ui/browser-state.ts'
import { Notice } from '#ui/notice.tsx'
import { showToast } from '#ui/toast-list.ts'

/** Milliseconds; the server allows some more for the way. */
const hideAfter = 10_000

type Props = {
  notice: string
  orderId: string
  /** The key of the press that takes it back. */
  formKey: string
  className: string
}

/** An order was accepted in full: for ten seconds one press takes it back. Without script it is a form in the page. */
export function AcceptUndo({ notice, orderId, formKey, className }: Props) {
  const hydrated = useHydrated()
  // what the server has printed stays in the page: it is read, and pressed, where it stands
  const [printed] = useState(!hydrated)
  const submit = useSubmit()
  const told = useRef(false)
  const action = `/farmer/orders/${orderId}`
  useEffect(() => {
    if (printed || told.current) return
    told.current = true
    const onPress = () => void submit({ intent: 'unaccept', key: formKey }, { method: 'post', action })
    showToast({ text: notice, action: { label: '元に戻す', onPress }, hideAfter })
  }, [printed, notice, action, formKey, submit])
  if (!printed) return null
  return (
    <div className={className}>
      <Notice tone="matcha">
        <form method="post" action={action} className="flex flex-wrap items-center gap-3">
          <span className="font-bold">{notice}</span>
          <input type="hidden" name="intent" value="unaccept" />
          <input type="hidden" name="key" value={formKey} />
          <button type="submit" className="btn" data-kind="line">
            元に戻す
          </button>
        </form>
      </Notice>
    </div>
  )
}
