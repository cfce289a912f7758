import type { ComponentType } from 'react'
import type { FormProps } from 'react-router'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'

type Problem = { fields: Record<string, string>; summary: string; typed: Record<string, string>; waitSeconds?: number }
type Props = {
  problem: Problem | undefined
  busy: boolean
  form: ComponentType<FormProps>
}

/** E-mail and password; what was typed stays, the password does not. */
export function SignInForm({ problem, busy, form: Form }: Props) {
  return (
    <Form method="post" className="grid grid-cols-1 gap-5" noValidate>
      {problem && <Refusal {...problem} />}
      <TextField
        label="メールアドレス"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={problem?.typed.email}
        error={problem?.fields.email}
      />
      <TextField
        label="パスワード"
        name="password"
        type="password"
        autoComplete="current-password"
        error={problem?.fields.password}
      />
      <Button size="lg" busy={busy}>
        サインインする
      </Button>
    </Form>
  )
}

/** Who has tried too often sees how long it takes; it is the server that counts. */
function Refusal({ summary, waitSeconds }: Problem) {
  if (!waitSeconds) return <Notice tone="akane">{summary}</Notice>
  const sentence = (left: string) => `あと${left}でもう一度試せます。`
  return (
    <Alert
      tone="akane"
      title={summary}
      countdown={{ seconds: waitSeconds, sentence, ended: 'もう一度お試しください。' }}
    />
  )
}
