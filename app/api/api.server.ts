import { implement } from '@orpc/server'
import { type Actor, unprovenAccountOf } from '#authorization/actor.ts'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { LiveHub } from '#infra/realtime/live-hub.server.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { EmailNotVerified, NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'
import type { Operator } from '#kernel/operator.ts'
import type { Scope } from '#modules/identity/api-scopes.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { contract } from './contract.ts'
import { problem } from './problems.server.ts'

export type ApiContext = {
  ctx: Ctx
  /** The session's token, or what was presented as one. */
  token: string | null
  /** The scopes of an integration's token; null for a user's own session. */
  scopes: readonly Scope[] | null
  ip: string | null
  /** The public origin of our pages. */
  site: string
  userAgent: string | null
  /** The operator of the site, for the pages that name it. */
  operator: Operator
  /** Decrypts the secrets of second factors. */
  encryption: Encryption
  /** The storage of photos. */
  files: FileStore
  /** Committed events, for callers that catch up on what they missed; null: this process has no live updates. */
  live: LiveHub | null
}

/** The contract, ready for handlers. Who may call is read from it, before the input is parsed. */
export const api = implement(contract)
  .$context<ApiContext>()
  .use(async ({ procedure, context, next }) => {
    const { who, scope, unproven } = procedure['~orpc'].meta
    if (who === 'newcomers') return next()
    if (unprovenAccountOf(context.ctx.actor))
      return who === 'anyone' || unproven ? asUnproven(next()) : refuseUnproven()
    const turnedAway = context.ctx.actor.kind === 'visitor' && (who === 'members' || context.token !== null)
    if (turnedAway) throw new Unauthenticated('api')
    if (scope !== 'any' && context.scopes && !context.scopes.some((given) => given === scope))
      throw problem('SCOPE_MISSING', 403)
    return next()
  })

/**
 * Every operation for members refuses an account whose address is not verified with a code of its own, not as if it
 * were signed out.
 */
async function asUnproven<T>(answer: PromiseLike<T> | T): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof Unauthenticated ? new EmailNotVerified('api') : error
  }
}

function refuseUnproven(): never {
  throw new EmailNotVerified('api')
}

/** The kitchen that was named, or the user's first. */
export function kitchenOf(actor: Actor, named: KitchenId | undefined): KitchenId {
  const kitchenId = named ?? requireBuyer(actor).kitchenIds[0]
  if (!kitchenId) throw new NotFound('kitchen')
  return kitchenId
}
