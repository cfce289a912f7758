import { type FormEvent, useState } from 'react'
import type { PublicFirebase } from '#kernel/firebase.ts'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Notice } from '#ui/notice.tsx'
import { CustomTokenForm } from './custom-token-form.tsx'
import { ProviderWays } from './provider-ways.tsx'
import { ShownFailure } from './shown-failure.tsx'
import { useProvider } from './use-provider.ts'

type Props = {
  config: PublicFirebase
  returnTo: string | null
  /** `signUp`: the page itself asks for the address and the password; only the other methods are here. */
  for: 'signIn' | 'signUp'
}

const idOf = (name: string) => `provider-${name}`

/**
 * The login methods of the external provider that replaces our own sign-in; its script is loaded when it is first
 * needed.
 */
export function ProviderForms({ config, returnTo, for: purpose }: Props) {
  const provider = useProvider(config, returnTo)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only fetches a script early, does nothing by itself
    <div className="grid grid-cols-1 gap-6" onFocus={provider.prepare} onPointerEnter={provider.prepare}>
      <noscript>
        <Notice tone="akane">サインインするには、ブラウザーのJavaScriptを有効にしてください。</Notice>
      </noscript>
      <ShownFailure failure={provider.failure} />
      {purpose === 'signIn' && <CustomTokenForm attempt={provider.attempt} busy={provider.busy} />}
      {purpose === 'signIn' && <PasswordForm provider={provider} />}
      <ProviderWays
        provider={provider}
        social={config.social}
        verb={purpose === 'signIn' ? 'サインイン' : '登録する'}
      />
    </div>
  )
}

function PasswordForm({ provider: { attempt, busy } }: { provider: ReturnType<typeof useProvider> }) {
  const check = useFormCheck(undefined, idOf)
  const [email, setEmail] = useState('')
  const send = (event: FormEvent<HTMLFormElement>) => {
    check.onSubmit(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    setEmail(String(typed.get('email')))
    void attempt((door) => door.password(String(typed.get('email')).trim(), String(typed.get('password'))))
  }
  return (
    <form method="post" className="grid grid-cols-1 gap-5" noValidate onSubmit={send}>
      <FormSummary problems={check.problems} refusal={check.refusal} />
      <EmailField
        id={idOf('email')}
        name="email"
        label="メールアドレス"
        need="required"
        autoComplete="username"
        maxLength={254}
        defaultValue={email}
      />
      <PasswordField
        id={idOf('password')}
        name="password"
        label="パスワード"
        need="required"
        autoComplete="current-password"
      />
      <Button size="lg" busy={busy}>
        サインインする
      </Button>
    </form>
  )
}
