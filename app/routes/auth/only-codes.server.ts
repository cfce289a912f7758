import { data, type MiddlewareFunction } from 'react-router'
import { isCodeShaped } from '#modules/identity/mail-links.ts'

/** Anything that cannot be a secret of ours is not found, before anything is asked. */
export const onlyCodes: MiddlewareFunction<Response>[] = [
  ({ params }, next) => {
    if (!isCodeShaped(params.updateEmail)) throw data(null, { status: 404 })
    return next()
  },
]
