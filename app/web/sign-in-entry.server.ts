import { type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { Busy } from '#kernel/errors.ts'
import { type Result, waitSecondsOf } from '#kernel/result.ts'
import {
  type AdminSignInRefusal,
  type SignInInput,
  signInRefusalText,
  type Ticket,
} from '#modules/identity/sign-in.server.ts'
import { type DoorName, deviceOf, doors, enter } from './enter.server.ts'
import { formOf, invalid, parseForm, refused, refusedForNow, words } from './form.ts'
import { busy, page } from './page.server.ts'
import { requestFacts } from './request-context.ts'
import { keepCookie } from './session-cookie.server.ts'

const SignIn = z.object({
  email: words(254, 'メールアドレスが長すぎます。').min(1, 'メールアドレスを入力してください。'),
  password: z.string().min(1, 'パスワードを入力してください。').max(128, 'パスワードが長すぎます。'),
})

type Door<SignedIn extends { token: string }> = {
  whose: DoorName
  signIn: (ctx: Ctx, input: SignInInput) => Promise<Result<SignedIn | Ticket, AdminSignInRefusal>>
  /** Where to go first; `returnTo` is untrusted input from the address. */
  firstPage: (signedIn: SignedIn, returnTo: string | null) => string
  /** The page of the second step. */
  secondStep: string
}

/** The action of both sign-ins, of users and of staff. A password is never sent back to the page. */
export const signInAction = <SignedIn extends { token: string }>({
  whose,
  signIn,
  firstPage,
  secondStep,
}: Door<SignedIn>) =>
  page(async (ctx, args: { request: Request; context: Readonly<RouterContextProvider> }) => {
    const { request, context } = args
    const form = await formOf(request)
    const read = parseForm(SignIn, form)
    form.delete('password')
    if (!read.ok) return invalid({ ...read.problem, typed: { email: read.problem.typed.email ?? '' } })
    const { email } = read.value
    const from = { ip: context.get(requestFacts).ip, device: deviceOf(args, whose, email) }
    const userAgent = request.headers.get('user-agent')
    const result = await signIn(ctx, { ...read.value, ...from, userAgent, channel: 'cookie' }).catch(unlessBusy)
    if (result instanceof Busy) return busy(result, form)
    if (!result.ok) {
      const sentence = signInRefusalText[result.refusal]
      if (result.refusal !== 'too_many_tries') return refused(sentence, form, undefined, 401)
      return refusedForNow(sentence, form, waitSecondsOf(result))
    }
    const { search, searchParams } = new URL(request.url)
    if ('ticket' in result.value)
      return redirect(secondStep + search, {
        headers: { 'set-cookie': keepCookie(doors[whose].ticket, result.value.ticket) },
      })
    const { token } = result.value
    return enter(ctx, args, whose, { token, email, to: firstPage(result.value, searchParams.get('returnTo')) })
  })

function unlessBusy(error: unknown): Busy {
  if (error instanceof Busy) return error
  throw error
}
