import { Form, type MetaFunction, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { sessionCookie } from '#modules/identity/session.ts'
import { signIn, signInRefusalText } from '#modules/identity/sign-in.server.ts'
import { SignInForm } from '#modules/identity/ui/sign-in-form.tsx'
import { formOf, invalid, parseForm, refused, words } from '../form.ts'
import { page, safeReturn } from '../page.server.ts'
import { requestFacts } from '../request-context.ts'
import { keepCookie } from '../session-cookie.server.ts'
import type { Route } from './+types/sign-in.ts'

export const meta: MetaFunction = () => [{ title: 'サインイン｜畝と皿' }]

const SignIn = z.object({
  email: words(254, 'メールアドレスが長すぎます。').min(1, 'メールアドレスを入力してください。'),
  password: z.string().min(1, 'パスワードを入力してください。').max(128, 'パスワードが長すぎます。'),
})

/** Somebody who is signed in already goes to their own home. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  if (ctx.actor.kind === 'buyer')
    throw redirect(safeReturn(new URL(request.url).searchParams.get('returnTo'), '/restaurant'))
  if (ctx.actor.kind === 'farm')
    throw redirect(safeReturn(new URL(request.url).searchParams.get('returnTo'), '/farmer'))
  return null
})

export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const data = await formOf(request)
  const form = parseForm(SignIn, data)
  if (!form.ok) return invalid({ ...form.problem, typed: { email: form.problem.typed.email ?? '' } })
  const { ip } = context.get(requestFacts)
  const result = await signIn(ctx, {
    ...form.value,
    channel: 'cookie',
    ip,
    userAgent: request.headers.get('user-agent'),
  })
  if (!result.ok) {
    data.delete('password')
    return refused(signInRefusalText[result.refusal], data, undefined, result.refusal === 'too_many_tries' ? 429 : 401)
  }
  const to = safeReturn(new URL(request.url).searchParams.get('returnTo'), result.value.home)
  return redirect(to, { headers: { 'set-cookie': keepCookie(sessionCookie, result.value.token) } })
})

export default function SignInPage({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  return <SignInForm title="サインイン" problem={actionData?.problem} busy={busy} form={Form} />
}
