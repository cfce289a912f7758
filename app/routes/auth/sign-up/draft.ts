import { draftCookie } from '#modules/identity/session.ts'
import { findDraft, saveDraft } from '#modules/organisations/sign-up/draft.server.ts'
import { typedProfile } from '#modules/organisations/sign-up/profile.ts'
import { formOf } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { readCookie } from '#web/session-cookie.server.ts'
import type { Route } from './+types/draft.ts'
import { saverIn } from './saver.server.ts'

const answer = (status: number) => new Response(null, { status, headers: { 'cache-control': 'no-store' } })

/** The autosave of the third screen: 204, 409 for an outdated window, 410 for a draft that is gone. */
export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  const token = readCookie(request, draftCookie)
  const draft = await findDraft(ctx, token)
  if (draft === null || draft === 'expired' || !draft.side || token === null) return answer(410)
  const form = await formOf(request)
  const saved = await saveDraft(ctx, { ...saverIn(form), profile: typedProfile(draft.side, form) }, token)
  if (saved.ok) return answer(204)
  return answer(saved.refusal === 'changed_elsewhere' ? 409 : 410)
})
