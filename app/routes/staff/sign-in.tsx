import { Form, redirect, useNavigation } from 'react-router'
import { adminCookie } from '#modules/identity/session.ts'
import { signInAdmin, signInRefusalText, signInWaitSeconds } from '#modules/identity/sign-in.server.ts'
import { SignInForm } from '#modules/identity/ui/sign-in-form.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Logo } from '#ui/logo.tsx'
import { formOf, refused, refusedForNow } from '../form.ts'
import { page, safeReturn } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import { requestFacts } from '../request-context.ts'
import { keepCookie } from '../session-cookie.server.ts'
import type { Route } from './+types/sign-in.ts'

export const meta = () => ownMeta('運営サインイン')
export const handle = { role: 'admin' }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  if (ctx.actor.kind === 'staff')
    throw redirect(safeReturn(new URL(request.url).searchParams.get('returnTo'), '/admin'))
  return null
})

export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const form = await formOf(request)
  const email = String(form.get('email') ?? '').slice(0, 254)
  const { ip } = context.get(requestFacts)
  const result = await signInAdmin(ctx, {
    email,
    password: String(form.get('password') ?? '').slice(0, 128),
    channel: 'cookie',
    ip,
    userAgent: request.headers.get('user-agent'),
  })
  if (!result.ok) {
    form.delete('password')
    const sentence = signInRefusalText[result.refusal]
    if (result.refusal === 'wrong_credentials') return refused(sentence, form, undefined, 401)
    return refusedForNow(sentence, form, await signInWaitSeconds(ctx, { email, ip, door: 'staff' }))
  }
  const to = safeReturn(new URL(request.url).searchParams.get('returnTo'), '/admin')
  return redirect(to, { headers: { 'set-cookie': keepCookie(adminCookie, result.value.token) } })
})

export default function StaffSignInPage({ actionData }: Route.ComponentProps) {
  return (
    <main id="main" className="grid min-h-dvh content-center justify-items-center gap-6 bg-bg p-4">
      <p className="flex items-center gap-3">
        <Logo />
        <Head as="span" className="text-h3">
          管理
        </Head>
      </p>
      <section className="w-full max-w-md rounded-card border border-line border-t-8 border-t-[#22304a] bg-surface p-6 shadow-1 sm:p-8">
        <h1 className="mb-5">
          <Head as="span" className="text-h3">
            運営サインイン
          </Head>
        </h1>
        <SignInForm problem={actionData?.problem} busy={useNavigation().state !== 'idle'} form={Form} />
      </section>
      <p className="text-sub text-ink-2">
        <Link to="/" className="prose-link inline-flex min-h-11 items-center">
          飲食店・生産者の方はこちら
        </Link>
      </p>
    </main>
  )
}
