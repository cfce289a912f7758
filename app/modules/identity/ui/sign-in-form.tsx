import type { ComponentType } from 'react'
import type { FormProps } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { WaitNotice } from './wait-notice.tsx'

type Problem = { fields: Record<string, string>; summary: string; typed: Record<string, string>; waitSeconds?: number }
type Props = {
  problem: Problem | undefined
  busy: boolean
  form: ComponentType<FormProps>
}

/** E-mail and password; typed values are kept, except the password. */
export function SignInForm({ problem, busy, form: Form }: Props) {
  return (
    <Form method="post" className="grid grid-cols-1 gap-5" noValidate>
      <WaitNotice problem={problem} />
      {problem && !problem.waitSeconds && <Notice tone="akane">{problem.summary}</Notice>}
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
