import { Form, type MetaFunction, redirect, useNavigation } from 'react-router'
import { adminCookie } from '#modules/identity/session.ts'
import { signInAdmin, signInRefusalText } from '#modules/identity/sign-in.server.ts'
import { SignInForm } from '#modules/identity/ui/sign-in-form.tsx'
import { formOf, refused } from '../form.ts'
import { page, safeReturn } from '../page.server.ts'
import { requestFacts } from '../request-context.ts'
import { keepCookie } from '../session-cookie.server.ts'
import type { Route } from './+types/sign-in.ts'

export const meta: MetaFunction = () => [{ title: '運営サインイン｜畝と皿' }, { name: 'robots', content: 'noindex' }]
export const handle = { role: 'admin' }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  if (ctx.actor.kind === 'staff')
    throw redirect(safeReturn(new URL(request.url).searchParams.get('returnTo'), '/admin/orders'))
  return null
})

export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const form = await formOf(request)
  const result = await signInAdmin(ctx, {
    email: String(form.get('email') ?? '').slice(0, 254),
    password: String(form.get('password') ?? '').slice(0, 128),
    channel: 'cookie',
    ip: context.get(requestFacts).ip,
    userAgent: request.headers.get('user-agent'),
  })
  if (!result.ok) {
    form.delete('password')
    return refused(signInRefusalText[result.refusal], form, undefined, result.refusal === 'too_many_tries' ? 429 : 401)
  }
  const to = safeReturn(new URL(request.url).searchParams.get('returnTo'), '/admin/orders')
  return redirect(to, { headers: { 'set-cookie': keepCookie(adminCookie, result.value.token) } })
})

export default function StaffSignInPage({ actionData }: Route.ComponentProps) {
  return (
    <SignInForm
      title="運営サインイン"
      problem={actionData?.problem}
      busy={useNavigation().state !== 'idle'}
      form={Form}
    />
  )
}
