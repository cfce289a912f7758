import { data } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { methods, temperatures } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId, type RequestId } from '#kernel/ids.ts'
import { jstDate, parseJstDate } from '#kernel/jst.ts'
import { boxSizes } from '#kernel/request-enums.ts'
import { parseWholeNumber, plainDigits } from '#kernel/text.ts'
import { yen } from '#kernel/yen.ts'
import { answerRequest, declineRequest, withdrawAnswer } from '#modules/sourcing/answer-request.server.ts'
import { fieldOfRequest, type RequestRefusal, requestRefusalText } from '#modules/sourcing/refusal-text.ts'
import { askedRequest } from '#modules/sourcing/request-queries.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem, refused, staleForm, typedIn } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/request.ts'
import FarmRequestScreen from './request-screen.tsx'
import { answerFields, readStep } from './request-steps.ts'

export const meta = () => ownMeta('リクエストに答える')

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
    price: offer.price === null ? '' : String(offer.price),
    qty: String(offer.qty),
    day: offer.day ?? '',
    temperature: offer.temperature,
    box: String(offer.boxSize),
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

export const action = pageAction(async (ctx, { request, params }: Route.ActionArgs) => {
  const requestId = requestIn(params)
  const form = await formOf(request)
  const said = typedIn(form)
  const { key = '' } = said
  if (!/^[0-9a-f-]{36}$/.test(key)) return refused(staleForm, form)
  const done =
    said.intent === 'decline'
      ? await declineRequest(ctx, { requestId, key })
      : said.intent === 'withdraw'
        ? await withdrawAnswer(ctx, { requestId, key })
        : await answerRequest(ctx, { requestId, key, ...offerIn(said) })
  if (!done.ok) return no(done.refusal, requestRefusalText(done.refusal, done.detail), said)
  return redirectWithFlash(
    '/farmer/requests',
    doneText[said.intent ?? ''] ?? '答えました。お店がえらぶと、注文になります。',
  )
})

const doneText: Record<string, string> = {
  decline: '「出せません」と答えました。',
  withdraw: '返事を取り下げました。',
}

function no(refusal: RequestRefusal, summary: string, typed: Record<string, string>) {
  const field = fieldOfRequest[refusal]
  const problem: Problem = { fields: field ? { [field]: summary } : {}, summary, typed }
  return data({ problem }, { status: 409 })
}

/** A day that was not requested. */
const noDay = jstDate('2000-01-01')

/** What cannot be read is empty, and the use case says what is missing. */
const offerIn = (said: Record<string, string>) => ({
  priceYen: yen(parseWholeNumber(plainDigits(said.price ?? '')) ?? 0),
  qty: parseWholeNumber(plainDigits(said.qty ?? '')) ?? 0,
  deliveryOn: parseJstDate(said.day) ?? noDay,
  method: methods.find((method) => method === said.method) ?? 'conventional',
  temperature: temperatures.find((temperature) => temperature === said.temperature) ?? 'chilled',
  boxSize: boxSizes.find((size) => String(size) === said.box) ?? 60,
  words: (said.words ?? '').slice(0, 300),
})

/** Offline the page stays, and says that nothing was sent. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default FarmRequestScreen
