import { KeyRound } from 'lucide-react'
import { type ComponentType, useRef, useState } from 'react'
import type { FormProps } from 'react-router'
import { useHydrated } from '#ui/browser-state.ts'
import { Button, type ButtonKind } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

type Props = {
  form: ComponentType<FormProps>
  /** The page whose action takes the answer (`passkey`); by default this one. */
  action?: string
  /** The address of the challenge. */
  questionAt: string
  /** Hidden fields sent with both. */
  fields?: Readonly<Record<string, string>> | undefined
  /** `make` asks the device for a new passkey, `ask` for an existing one. */
  does: 'make' | 'ask'
  kind?: ButtonKind
  busy?: boolean | undefined
  children: string
}

/** A form around the button: gets the challenge and sends the answer. */
export function PasskeyButton({ form: Form, action, fields, ...part }: Props) {
  return (
    <Form method="post" {...(action && { action })}>
      {Object.entries(fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <PasskeyPart {...part} fields={fields} />
    </Form>
  )
}

/**
 * Asks the device for a passkey and sends its answer with the enclosing form, once the form's own fields are valid.
 * Rendered only when scripts run; the library is loaded on the first press.
 */
export function PasskeyPart({
  questionAt,
  fields,
  does,
  kind = 'line',
  busy,
  children,
}: Omit<Props, 'form' | 'action'>) {
  const answer = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const hydrated = useHydrated()
  if (!hydrated || !('PublicKeyCredential' in window)) return null
  const press = async () => {
    const input = answer.current
    if (!input?.form?.reportValidity()) return
    setState('asking')
    const given = await askDevice(does, questionAt, fields ?? {}).catch(() => null)
    setState(given === null ? 'failed' : 'idle')
    if (given === null) return
    input.value = given
    input.form.requestSubmit()
    input.value = ''
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <input ref={answer} type="hidden" name="passkey" defaultValue="" />
      <Button type="button" kind={kind} size="lg" icon={<KeyRound />} busy={busy || state === 'asking'} onClick={press}>
        {children}
      </Button>
      {state === 'failed' && (
        <Notice tone="akane">
          パスキーを使用できませんでした。取り消した場合は、もう一度押してください。この端末で使用できない場合は、他の方法を選択してください。
        </Notice>
      )}
    </div>
  )
}

/** The device's answer as JSON; rejects if the user declines, or the device cannot do it. */
export async function askDevice(does: Props['does'], questionAt: string, fields: Readonly<Record<string, string>>) {
  const [{ startAuthentication, startRegistration }, response] = await Promise.all([
    import('@simplewebauthn/browser'),
    fetch(questionAt, { method: 'POST', body: new URLSearchParams(fields) }),
  ])
  if (!response.ok) throw new Error(`no question: ${response.status}`)
  const optionsJSON = await response.json()
  const answer = does === 'make' ? await startRegistration({ optionsJSON }) : await startAuthentication({ optionsJSON })
  return JSON.stringify(answer)
}
