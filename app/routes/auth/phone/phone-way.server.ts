import { data, type RouterContextProvider } from 'react-router'
import { type RefusalDetail, waitSecondsOf } from '#kernel/result.ts'
import type { SendRefusal } from '#modules/identity/login-methods/phone-code.server.ts'
import { sendRefusalText } from '#modules/identity/login-methods/phone-labels.ts'
import { refusedForNow } from '#web/form.ts'
import { requestFacts } from '#web/request-context.ts'

/** What sending a code needs; without an SMS service these pages do not exist. */
export function phoneWay(context: Readonly<RouterContextProvider>) {
  const { loginMethods, encryption, logError } = context.get(requestFacts)
  if (!loginMethods.sms) throw data(null, { status: 404 })
  return { encryption, channel: loginMethods.sms, onFailure: logError }
}

/** No code was sent: too many were, or the SMS service does not answer (503). */
export const notSent = (sent: { refusal: SendRefusal; detail?: RefusalDetail }, form: FormData) =>
  refusedForNow(sendRefusalText[sent.refusal], form, waitSecondsOf(sent), sent.refusal === 'not_sent' ? 503 : 429)
