import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { sessionCookie } from '#modules/identity/session.ts'
import { signIn, signInRefusalText, signInWaitSeconds } from '#modules/identity/sign-in.server.ts'
import { SignInForm } from '#modules/identity/ui/sign-in-form.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { formOf, invalid, parseForm, refused, refusedForNow, words } from '../form.ts'
import { page, safeReturn } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import { requestFacts } from '../request-context.ts'
import { keepCookie } from '../session-cookie.server.ts'
import type { Route } from './+types/sign-in.ts'
import { FieldPanel } from './field-panel.tsx'

export const meta = () => ownMeta('サインイン')

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
    const sentence = signInRefusalText[result.refusal]
    if (result.refusal === 'wrong_credentials') return refused(sentence, data, undefined, 401)
    return refusedForNow(sentence, data, await signInWaitSeconds(ctx, { ...form.value, ip, door: 'people' }))
  }
  const to = safeReturn(new URL(request.url).searchParams.get('returnTo'), result.value.home)
  return redirect(to, { headers: { 'set-cookie': keepCookie(sessionCookie, result.value.token) } })
})

export default function SignInPage({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <FieldPanel>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          サインイン
        </Head>
      </h1>
      <SignInForm problem={actionData?.problem} busy={busy} form={Form} />
      <p className="border-t border-kraft-line pt-4 text-sub">
        はじめての方は、
        <Link to="/restaurant/Inquiry?kind=signup" className="prose-link font-bold">
          登録の相談
        </Link>
        からお知らせください。
      </p>
    </FieldPanel>
  )
}
