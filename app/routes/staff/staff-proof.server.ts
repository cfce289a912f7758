import type { RouterContextProvider } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { isRecentAuth } from '#authorization/recent-auth.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { proveAdminAgain } from '#modules/identity/admins/prove-admin-again.server.ts'
import { adminCookie } from '#modules/identity/session.ts'
import { refusedForNow } from '#web/form.ts'
import { type Answer, proofField, proofText, refusedProof, withCookie } from '#web/prove-again.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { keepCookie } from '#web/session-cookie.server.ts'

/**
 * Runs an action of staff, after verifying the password and the code that StaffProof sent along: the response then
 * carries the new cookie. The use case says whether re-authentication is needed; what was typed stays.
 */
export async function withStaffProof<A extends Answer>(
  ctx: Ctx,
  context: Readonly<RouterContextProvider>,
  form: FormData,
  run: (ctx: Ctx) => Promise<A>,
) {
  const [password, code] = [proofField, 'proofCode'].map((name) => String(form.get(name) ?? ''))
  form.delete(proofField)
  form.delete('proofCode')
  if (ctx.actor.kind !== 'staff' || !password || isRecentAuth(ctx.actor, ctx.now)) return run(ctx)
  const { encryption } = context.get(requestFacts)
  const proved = await proveAdminAgain(ctx, encryption, { password, code: code ?? '' })
  if (!proved.ok && proved.refusal === 'too_many_tries')
    return refusedForNow(proofText.too_many_tries, form, waitSecondsOf(proved))
  if (!proved.ok) return refusedProof(proofText.wrong_proof, form)
  const { token, session } = proved.value
  return withCookie(await run({ ...ctx, actor: { ...ctx.actor, session } }), keepCookie(adminCookie, token))
}

/** The same for a job of a page (web/jobs.server.ts). */
export const provenByStaff =
  <Args extends { context: Readonly<RouterContextProvider> }, A extends Answer>(
    run: (ctx: Ctx, form: FormData, args: Args) => Promise<A>,
  ) =>
  (ctx: Ctx, form: FormData, args: Args) =>
    withStaffProof(ctx, args.context, form, (ctx) => run(ctx, form, args))
