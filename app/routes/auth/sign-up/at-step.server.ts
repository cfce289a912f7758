import { redirect } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { draftCookie } from '#modules/identity/session.ts'
import type { Draft } from '#modules/organisations/sign-up/draft.server.ts'
import { mayEnter, nextStep, placeAddress, type SignUpFacts } from '#modules/organisations/sign-up/next-step.ts'
import { signUpFacts } from '#modules/organisations/sign-up/sign-up-facts.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { readCookie } from '#web/session-cookie.server.ts'

type Page = Parameters<typeof mayEnter>[0]
type AtStep = { facts: SignUpFacts; draft: Draft | null; token: string | null }

/** Opens a step of the sign-up, or redirects to the first one that is not done. */
export async function atStep(ctx: Ctx, request: Request, page: Page): Promise<AtStep> {
  const token = readCookie(request, draftCookie)
  const { facts, draft } = await signUpFacts(ctx, token)
  if (mayEnter(page, facts)) return { facts, draft, token }
  const next = nextStep(facts)
  const wasSent = next === 'verify-email' && page !== 'completed'
  if (wasSent)
    throw await redirectWithFlash(placeAddress[next], '申し込みは送信済みです。届いたメールのボタンを押してください。')
  throw redirect(placeAddress[next])
}

/** The same for a step that needs a draft with a kind. */
export async function inDraft(ctx: Ctx, request: Request, page: Page) {
  const { facts, draft, token } = await atStep(ctx, request, page)
  if (!draft?.side || token === null) throw redirect(placeAddress['user-type'])
  return { facts, draft, side: draft.side, token }
}
