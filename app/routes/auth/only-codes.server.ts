import { data, type MiddlewareFunction } from 'react-router'
import { isCodeShaped } from '#modules/identity/mail-links.ts'

/** What cannot be one of our secrets is answered as not found, before any look-up. */
export const onlyCodes: MiddlewareFunction<Response>[] = [
  ({ params }, next) => {
    if (!isCodeShaped(params.updateEmail)) throw data(null, { status: 404 })
    return next()
  },
]
