import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { type PhoneRefusal, phoneRefusalText } from '#kernel/phone.ts'
import { readMobilePhone } from '#kernel/phone-check.server.ts'
import { type RefusalDetail, waitSecondsOf } from '#kernel/result.ts'
import type { SendRefusal } from '#modules/identity/login-methods/phone-code.server.ts'
import { noMobileText, sendRefusalText } from '#modules/identity/login-methods/phone-labels.ts'
import { refusedForNow } from '#web/form.ts'
import { requestFacts } from '#web/request-context.ts'
import { typed } from '#web/typed-fields.ts'

/** What sending a code needs; without an SMS service these pages do not exist. */
export function phoneWay(context: Readonly<RouterContextProvider>) {
  const { loginMethods, encryption, logError } = context.get(requestFacts)
  if (!loginMethods.sms) throw data(null, { status: 404 })
  return { encryption, channel: loginMethods.sms, onFailure: logError }
}

/** A number that can receive the code. */
export const PhoneForm = z.object({
  phone: typed(readMobilePhone, (refusal: PhoneRefusal | 'no_mobile') =>
    refusal === 'no_mobile' ? noMobileText : phoneRefusalText(refusal),
  ),
})

/** No code was sent: too many were, or the SMS service does not answer (503). */
export const notSent = (sent: { refusal: SendRefusal; detail?: RefusalDetail }, form: FormData) =>
  refusedForNow(sendRefusalText[sent.refusal], form, waitSecondsOf(sent), sent.refusal === 'not_sent' ? 503 : 429)
