import { KeyRound } from 'lucide-react'
import { type ComponentType, useRef, useState } from 'react'
import type { FormProps } from 'react-router'
import { useHydrated } from '#ui/browser-state.ts'
import { Button, type ButtonKind } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

type Props = {
  form: ComponentType<FormProps>
  /** The page whose action takes the answer (`passkey`); this one unless named. */
  action?: string
  /** Where the question comes from. */
  questionAt: string
  /** What goes along with both: hidden fields. */
  fields?: Readonly<Record<string, string>> | undefined
  /** `make` asks the device for a new passkey, `ask` for one that it has. */
  does: 'make' | 'ask'
  kind?: ButtonKind
  busy?: boolean | undefined
  children: string
}

/** A form of its own around the press: what is asked, and what is answered. */
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
 * Asks the device for a passkey and sends its answer with the form it stands in, once the form's own fields are in
 * order. Needs script, so it is there only when script runs; the library comes with the first press.
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
          パスキーを使えませんでした。取り消したときは、もう一度押してください。この端末で使えないときは、ほかの方法を選んでください。
        </Notice>
      )}
    </div>
  )
}

/** The device's answer as JSON; rejects if whoever holds it does not want to, or the device cannot. */
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
