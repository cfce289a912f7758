import { type ComponentProps, lazy, type MouseEvent, Suspense, use, useRef, useState } from 'react'
import { agreedField } from './agreed-field.ts'
import { Button } from './button.tsx'
import { InDialog } from './in-dialog.ts'
import '#styles/kit/dialog.css'

const loadDialog = () => import('./dialog.tsx')
const Dialog = lazy(() => loadDialog().then((it) => ({ default: it.Dialog })))

type Props = ComponentProps<typeof Button> & {
  /** The question: 「この注文をキャンセルしますか」. */
  question: string
  /** One sentence about the effect, with counts and names. */
  consequence: string
  /** The verb on the confirming button: 「キャンセルする」. */
  confirm: string
  /** The verb on the cancelling button. */
  safe?: string
  /** Called instead of submitting the form of the button. */
  onConfirm?: () => void
  /** The server asks, because no script did (web/jobs.server.ts): the question stands in the page. */
  asked?: boolean
}

/**
 * A button that asks for confirmation before an irreversible action. It is part of a form: without script a press
 * submits the form directly, without the field `agreed`; a page on which that would go to many asks then (`asked`). In a
 * dialog it asks inline.
 */
export function Confirm({ question, consequence, confirm, safe = '戻る', onConfirm, asked = false, ...button }: Props) {
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
    pressAgreed(pressed.current)
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
  if (asked)
    return (
      <div role="alert" className="confirm-here">
        <p className="font-bold">{question}</p>
        <p>{consequence}</p>
        <div className="dialog-actions">
          <input type="hidden" name={agreedField} value="1" form={button.form} />
          <Button {...button} kind="danger" data-step="confirm">
            {confirm}
          </Button>
        </div>
      </div>
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

/** The press submits the form with the field `agreed`, which no other press of the form has. */
function pressAgreed(button: HTMLButtonElement | null) {
  const field = document.createElement('input')
  Object.assign(field, { type: 'hidden', name: agreedField, value: '1' })
  button?.form?.append(field)
  button?.click()
  field.remove()
}
