import type { ComponentType } from 'react'
import type { FormProps } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { LogoWithName } from '#ui/logo.tsx'
import { Furrows } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'

type Problem = { fields: Record<string, string>; summary: string; typed: Record<string, string> }
type Props = {
  title: 'サインイン' | '運営サインイン'
  problem: Problem | undefined
  busy: boolean
  form: ComponentType<FormProps>
}

/** E-mail and password; what was typed stays, the password does not. */
export function SignInForm({ title, problem, busy, form: Form }: Props) {
  return (
    <main id="main" className="relative grid min-h-dvh place-items-center overflow-hidden bg-pine-tint p-4">
      <Furrows className="absolute inset-x-0 bottom-0 h-2/3 w-full text-pine opacity-15" />
      <div className="card relative w-full max-w-md p-6">
        <div className="mb-6 text-pine">
          <LogoWithName />
        </div>
        <h1 className="mb-4">
          <Head as="span" className="text-h2">
            {title === 'サインイン' ? 'サインイン' : '運営サインイン'}
          </Head>
        </h1>
        <Form method="post" className="grid gap-5" noValidate>
          {problem && <Notice tone="akane">{problem.summary}</Notice>}
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
      </div>
    </main>
  )
}
