import { data, type RouterContextProvider } from 'react-router'
import { type RefusalDetail, waitSecondsOf } from '#kernel/result.ts'
import type { SendRefusal } from '#modules/identity/ways-in/phone-code.server.ts'
import { sendRefusalText } from '#modules/identity/ways-in/phone-words.ts'
import { refusedForNow } from '../../form.ts'
import { requestFacts } from '../../request-context.ts'

/** What sending a code takes; where nothing sends messages there are no such pages. */
export function phoneWay(context: Readonly<RouterContextProvider>) {
  const { waysIn, vault, logError } = context.get(requestFacts)
  if (!waysIn.sms) throw data(null, { status: 404 })
  return { vault, channel: waysIn.sms, onFailure: logError }
}

/** No code was sent: too many were, or the service that sends them does not answer (503). */
export const notSent = (sent: { refusal: SendRefusal; detail?: RefusalDetail }, form: FormData) =>
  refusedForNow(sendRefusalText[sent.refusal], form, waitSecondsOf(sent), sent.refusal === 'not_sent' ? 503 : 429)
