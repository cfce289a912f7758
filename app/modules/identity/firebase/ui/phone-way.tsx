import { Smartphone } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { readCode } from '#kernel/code.ts'
import { phoneText, readPhone } from '#kernel/phone.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import type { useProvider } from './use-provider.ts'

type Sent = { number: string; confirm: (code: string) => Promise<{ to: string } | null> }
const idOf = (name: string) => `provider-${name}`
type Props = { provider: ReturnType<typeof useProvider>; verb: 'サインイン' | '登録する' }

/** A phone number, then the code that is sent to it. */
export function PhoneWay({ provider: { attempt, busy }, verb }: Props) {
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
  const holder = useRef<HTMLDivElement>(null)
  const check = useFormCheck(undefined, idOf)

  const send = (event: FormEvent<HTMLFormElement>) => {
    check.onSubmit(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    if (sent) {
      const code = readCode(String(typed.get('code')), 6)
      if (code.ok) void attempt(() => sent.confirm(code.value))
      return
    }
    const number = readPhone(String(typed.get('phone')))
    const place = holder.current
    if (!number.ok || !place) return
    void attempt(async (door) => {
      const confirm = await door.phone(number.value, place)
      setSent({ number: phoneText(number.value), confirm })
      return undefined
    })
  }

  if (!open)
    return (
      <Button type="button" kind="line" size="lg" icon={<Smartphone />} onClick={() => setOpen(true)}>
        電話番号で{verb}
      </Button>
    )
  return (
    <form className="grid grid-cols-1 gap-4" method="post" noValidate onSubmit={send} aria-label={`電話番号で${verb}`}>
      {sent ? (
        <>
          <p>{sent.number} に6桁の確認コードを送信しました。</p>
          <CodeField key="code" id={idOf('code')} name="code" label="確認コード" need="required" />
        </>
      ) : (
        <PhoneField
          key="phone"
          id={idOf('phone')}
          name="phone"
          label="携帯電話番号"
          need="required"
          help="確認コードをSMSで送信します"
        />
      )}
      <div ref={holder} />
      <Button size="lg" busy={busy}>
        {sent ? `コードを確認して${verb}` : '確認コードを送信'}
      </Button>
      {sent && (
        <Button type="button" kind="text" className="justify-self-start" onClick={() => setSent(null)}>
          番号を再入力
        </Button>
      )}
    </form>
  )
}
