import { implement } from '@orpc/server'
import type { Actor } from '#access/actor.ts'
import { requireBuyer } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import type { LiveHub } from '#infra/realtime/live-hub.server.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'
import type { Operator } from '#kernel/operator.ts'
import type { Vault } from '#kernel/vault.ts'
import type { Scope } from '#modules/identity/api-scopes.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { contract } from './contract.ts'
import { problem } from './problems.server.ts'

export type ApiContext = {
  ctx: Ctx
  /** The session's token, or what was shown as one. */
  token: string | null
  /** What an integration's token may do; null for whoever signed in themselves. */
  scopes: readonly Scope[] | null
  ip: string | null
  /** Where our pages are for people outside. */
  site: string
  userAgent: string | null
  /** Whose place this is, for the pages that say so. */
  operator: Operator
  /** Opens the secrets of second factors. */
  vault: Vault
  /** Where photos are kept. */
  files: FileStore
  /** What commits, for those who ask what they missed; null: this process passes nothing on. */
  live: LiveHub | null
}

/** The contract, ready for handlers. Who may knock is read from it, before the input is looked at. */
export const api = implement(contract)
  .$context<ApiContext>()
  .use(({ procedure, context, next }) => {
    const { who, scope } = procedure['~orpc'].meta
    const turnedAway = context.ctx.actor.kind === 'visitor' && (who === 'members' || context.token !== null)
    if (who === 'newcomers') return next()
    if (turnedAway) throw new Unauthenticated('api')
    if (scope !== 'any' && context.scopes && !context.scopes.some((given) => given === scope))
      throw problem('SCOPE_MISSING', 403)
    return next()
  })

/** The kitchen that was named, or the person's first. */
export function kitchenOf(actor: Actor, named: KitchenId | undefined): KitchenId {
  const kitchenId = named ?? requireBuyer(actor).kitchenIds[0]
  if (!kitchenId) throw new NotFound('kitchen')
  return kitchenId
}
