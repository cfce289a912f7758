import type { data } from 'react-router'
import type { Actor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { isRecentAuth } from '#authorization/recent-auth.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { proveAgain } from '#modules/identity/prove-again.server.ts'
import { sessionCookie } from '#modules/identity/session.ts'
import { type Problem, refused, refusedForNow } from './form.ts'
import { keepCookie } from './session-cookie.server.ts'

/** The name of the field in ProofField and StaffProof (identity/ui). */
export const proofField = 'currentPassword'

export const proofText = {
  missing: 'サインインから時間が経過しました。本人確認のため、現在のパスワードを入力してください。',
  missing_for_staff: 'サインインから10分を過ぎています。本人確認のため、パスワードと確認コードを入力してください。',
  wrong_proof: 'パスワードまたは確認コードが違います。使用済みの確認コードは使用できません。',
  wrong_password: '現在のパスワードが違います。もう一度確認してください。',
  too_many_tries: 'パスワードの誤りが続きました。しばらく待ってから、もう一度お試しください。',
}

type Refusal = ReturnType<typeof data<{ problem: Problem }>>
/** The result of an action: a redirect, or data for its page. */
export type Answer = Response | ReturnType<typeof data<object>>

/**
 * For an action that needs re-authentication within the last ten minutes: asks for the password in the same form if it
 * is older, and runs the action with a session that counts as fresh. Every result of the action carries the new cookie.
 * What was typed stays, passwords excepted.
 */
export async function withProof<A extends Answer>(
  ctx: Ctx,
  form: FormData,
  run: (ctx: Ctx) => Promise<A>,
): Promise<A | Refusal> {
  const password = form.get(proofField)
  form.delete(proofField)
  if (!('personId' in ctx.actor) || isRecentAuth(ctx.actor, ctx.now)) return run(ctx)
  if (typeof password !== 'string' || password === '') return refusedProof(proofText.missing, form)
  const proved = await proveAgain(ctx, password)
  if (!proved.ok && proved.refusal === 'too_many_tries')
    return refusedForNow(proofText.too_many_tries, form, waitSecondsOf(proved))
  if (!proved.ok) return refusedProof(proofText[proved.refusal], form)
  const { token, session } = proved.value
  const answer = await run({ ...ctx, actor: { ...ctx.actor, session } })
  return withCookie(answer, keepCookie(sessionCookie, token))
}

/** The same for a job of a page (jobs.server.ts). */
export const proven =
  <Args, A extends Answer>(run: (ctx: Ctx, form: FormData, args: Args) => Promise<A>) =>
  (ctx: Ctx, form: FormData, args: Args) =>
    withProof(ctx, form, (ctx) => run(ctx, form, args))

/** A use case needs re-authentication: the sentence at the password field, and what was typed. */
export const askedForProof = (actor: Actor, form: FormData) =>
  refusedProof(actor.kind === 'staff' ? proofText.missing_for_staff : proofText.missing, form)

export const refusedProof = (sentence: string, form: FormData) => refused(sentence, form, proofField, 403)

/** A cookie that the action itself has set for this session is the newer one. */
export function withCookie<A extends Answer>(answer: A, cookie: string): A {
  const headers = answer instanceof Response ? answer.headers : new Headers(answer.init?.headers)
  const name = cookie.slice(0, cookie.indexOf('='))
  if (!headers.getSetCookie().some((set) => set.startsWith(`${name}=`))) headers.append('set-cookie', cookie)
  if (!(answer instanceof Response)) answer.init = { ...answer.init, headers }
  return answer
}
