import { type ComponentProps, lazy, type MouseEvent, Suspense, use, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { InDialog } from './in-dialog.ts'
import '#styles/kit/dialog.css'

const loadDialog = () => import('./dialog.tsx')
const Dialog = lazy(() => loadDialog().then((it) => ({ default: it.Dialog })))

type Props = ComponentProps<typeof Button> & {
  /** The question: 「この注文を取り消しますか」. */
  question: string
  /** One sentence, with counts and names: what happens then. */
  consequence: string
  /** The verb on the button that does it: 「取り消す」. */
  confirm: string
  /** The verb on the button that does not. */
  safe?: string
  /** Instead of sending the form in which the button stands. */
  onConfirm?: () => void
}

/**
 * A button that asks once more before it does what cannot be undone. It stands in a form: without script a press
 * sends the form as it is, so the page that answers must bear that. In a dialog it asks in its place.
 */
export function Confirm({ question, consequence, confirm, safe = 'やめる', onConfirm, ...button }: Props) {
  const [asking, setAsking] = useState(false)
  const pressed = useRef<HTMLButtonElement>(null)
  const agreed = useRef(false)
  const inDialog = use(InDialog)

  const ask = (event: MouseEvent<HTMLButtonElement>) => {
    if (agreed.current) {
      agreed.current = false
      return
    }
    event.preventDefault()
    if (event.currentTarget.form?.reportValidity() === false) return
    setAsking(true)
  }
  const goOn = () => {
    setAsking(false)
    if (onConfirm) return onConfirm()
    agreed.current = true
    pressed.current?.click()
  }
  const answers = (
    <>
      <Button type="button" kind="line" data-safe onClick={() => setAsking(false)}>
        {safe}
      </Button>
      <Button type="button" kind="danger" data-step="confirm" onClick={goOn}>
        {confirm}
      </Button>
    </>
  )
  return (
    <>
      <Button kind="danger" {...button} ref={pressed} onClick={ask} onPointerEnter={loadDialog} onFocus={loadDialog} />
      {asking && inDialog && (
        <div role="alert" className="confirm-here">
          <p className="font-bold">{question}</p>
          <p>{consequence}</p>
          <div className="dialog-actions">{answers}</div>
        </div>
      )}
      {!inDialog && (asking || pressed.current) && (
        <Suspense>
          <Dialog
            open={asking}
            onClose={() => setAsking(false)}
            title={question}
            consequence={consequence}
            destructive
            actions={answers}
          />
        </Suspense>
      )}
    </>
  )
}
