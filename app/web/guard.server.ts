import { data, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import { unprovenAccountOf } from '#authorization/actor.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { errorWords } from '#ui/constants.ts'
import { consentAddress, placeOf, signInAddress } from './page.server.ts'
import { requestCtx, requestFacts } from './request-context.ts'

type GuardArgs = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * The guards that a route can name. Guards ensure a sign-in; use cases decide what a user may do. So a guard lets every
 * submitted form pass: the use case refuses it, and what was typed is not lost to a redirect.
 */
const guards: Record<string, (args: GuardArgs) => void> = {
  auth({ request, context }) {
    const { actor } = context.get(requestCtx)
    if (!isReading(request) || actor.kind !== 'visitor') return
    throw redirect(unprovenAccountOf(actor) ? placeAddress['verify-email'] : signInAddress(request))
  },
  /** Members agree to the terms in force before they see their pages, and are redirected back. */
  consent({ request, context }) {
    const { actor } = context.get(requestCtx)
    if (isReading(request) && 'owesConsent' in actor) throw redirect(consentAddress(placeOf(request)))
  },
}

const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** In a route module or layout: `export const middleware = guarded('auth')`; several are checked in order. */
export const guarded = (...names: string[]): MiddlewareFunction<Response>[] => [
  (args, next) => {
    for (const name of names) runGuard(name, args)
    return next()
  },
]

/** An unregistered name is a bug, and never grants access. */
export function runGuard(name: string, args: GuardArgs): void {
  const guard = Object.hasOwn(guards, name) ? guards[name] : undefined
  if (!guard) throw unknownGuard(name, args)
  guard(args)
}

function unknownGuard(name: string, { context }: GuardArgs) {
  const message = `${errorWords.unknownGuard} ${name}`
  context.get(requestFacts).logError(new Error(message))
  return data(message, { status: 500 })
}
