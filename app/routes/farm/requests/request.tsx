import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId, type RequestId } from '#kernel/ids.ts'
import { answerRequest, declineRequest, withdrawAnswer } from '#modules/sourcing/answer-request.server.ts'
import { askedRequest } from '#modules/sourcing/asked-requests.server.ts'
import { fieldOfRequest } from '#modules/sourcing/refusal-text.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/request.ts'
import FarmRequestScreen from './request-screen.tsx'
import { answerFields, readStep } from './request-steps.ts'

export const meta = () => ownMeta('リクエストに回答')

/**
 * One request and, with `?step=`, one question of its answer: the answers so far are in the address, so going back
 * loses nothing and it works without script.
 */
export const loader = page(async (ctx, { request, params }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  const asked = await askedRequest(ctx, requestIn(params))
  const said = new URL(request.url).searchParams
  const { offer } = asked
  const before: Record<string, string> = {
    priceYen: offer.price === null ? '' : String(offer.price),
    qty: String(offer.qty),
    deliveryOn: offer.day ?? '',
    temperature: offer.temperature,
    boxSize: String(offer.boxSize),
    method: offer.method,
    words: offer.words,
  }
  return {
    request: asked,
    now: ctx.now,
    mayAnswer: can(ctx.actor, 'request.answer', { farmId }),
    formKey: crypto.randomUUID() as string,
    step: asked.closed ? null : readStep(said.get('step')),
    said: Object.fromEntries(answerFields.map((name) => [name, said.get(name) ?? before[name] ?? ''])),
  }
})

function requestIn({ id }: { id?: string | undefined }): RequestId {
  const found = parseId<'request'>(id)
  if (!found) throw new NotFound('request')
  return found
}

const said = (text: string) => ({
  fields: ({ params: { id } }: Route.ActionArgs) => ({ requestId: id }),
  at: fieldOfRequest,
  done: () => redirectWithFlash('/farmer/requests', text),
})

export const action = pageAction(
  jobs({
    answer: job(answerRequest, said('回答しました。飲食店が選択すると、注文になります。')),
    decline: job(declineRequest, said('「出荷できません」と回答しました。')),
    withdraw: job(withdrawAnswer, said('回答を取り下げました。')),
  }),
)

/** Offline the page stays, and says that nothing was sent. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default FarmRequestScreen
