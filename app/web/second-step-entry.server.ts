import { type RouterContextProvider, redirect } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { type Result, waitSecondsOf } from '#kernel/result.ts'
import { type SecondStepInput, secondStepOf } from '#modules/identity/second-step.server.ts'
import { type SecondStepRefusal, secondStepRefusalText } from '#modules/identity/second-step-labels.ts'
import { type DoorName, deviceOf, doors, enter } from './enter.server.ts'
import { formOf, refused, refusedForNow, typedIn } from './form.ts'
import { page } from './page.server.ts'
import { requestFacts } from './request-context.ts'
import { forgetCookie, readCookie } from './session-cookie.server.ts'

type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> }
type Door<SignedIn extends { token: string }> = {
  whose: DoorName
  /** Where to start again. */
  door: string
  finish: (
    ctx: Ctx,
    encryption: Encryption,
    input: SecondStepInput,
  ) => Promise<Result<SignedIn & { email: string | null }, SecondStepRefusal>>
  firstPage: (signedIn: SignedIn, returnTo: string | null) => string
}

const ownerKind = { people: 'person', staff: 'admin' } as const

/**
 * The data of the second-step page: the account, and the possible methods. Without a ticket the sign-in starts again.
 */
export const secondStepLoader = (whose: DoorName, door: string) =>
  page(async (ctx, { request }: RouteArgs) => {
    const { search, searchParams } = new URL(request.url)
    const ticket = readCookie(request, doors[whose].ticket)
    const step = ticket ? await secondStepOf(ctx, ticket, ownerKind[whose]) : null
    if (!step) throw redirect(door + search)
    const { email, totpSince, passkeys, backupCodes } = step
    const withBackup = searchParams.get('with') === 'backup'
    return { email, hasApp: totpSince !== null, hasPasskey: passkeys > 0, hasBackup: backupCodes > 0, withBackup }
  })

/** The action of the second step: a code, a passkey response, or a new start. */
export const secondStepAction = <SignedIn extends { token: string }>({
  whose,
  door,
  finish,
  firstPage,
}: Door<SignedIn>) =>
  page(async (ctx, args: RouteArgs) => {
    const { request, context } = args
    const { search, searchParams } = new URL(request.url)
    const { encryption, ip, secureOrigin } = context.get(requestFacts)
    const form = await formOf(request)
    const { intent, code = '', passkey } = typedIn(form)
    const ticket = readCookie(request, doors[whose].ticket)
    const step = ticket ? await secondStepOf(ctx, ticket, ownerKind[whose]) : null
    const back = { headers: { 'set-cookie': forgetCookie(doors[whose].ticket) } }
    if (intent === 'begin_again') return redirect(door + search, back)
    if (!ticket || !step) return redirect(againAt(door, searchParams), back)
    const device = deviceOf(args, whose, step.email)
    const answer = passkey ? { passkey: { json: passkey, site: { origin: secureOrigin } } } : { code }
    const userAgent = request.headers.get('user-agent')
    const result = await finish(ctx, encryption, { ticket, answer, ip, userAgent, device })
    if (result.ok) {
      const { token, email } = result.value
      return enter(ctx, args, whose, { token, email, to: firstPage(result.value, searchParams.get('returnTo')) })
    }
    if (result.refusal === 'begin_again') return redirect(againAt(door, searchParams), back)
    form.delete('code')
    form.delete('passkey')
    const sentence = secondStepRefusalText[result.refusal]
    if (result.refusal === 'too_many_codes') return refusedForNow(sentence, form, waitSecondsOf(result))
    return refused(passkey ? passkeyRefused : sentence, form, passkey ? undefined : 'code', 401)
  })

const passkeyRefused = 'このパスキーでは確認できませんでした。もう一度お試しいただくか、確認コードを入力してください。'

/** The sign-in page, with the reason for starting again. */
function againAt(door: string, asked: URLSearchParams): string {
  const query = new URLSearchParams({ again: '1' })
  const returnTo = asked.get('returnTo')
  if (returnTo) query.set('returnTo', returnTo)
  return `${door}?${query}`
}
