import { implement } from '@orpc/server'
import type { Actor } from '#access/actor.ts'
import { requireBuyer } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'
import type { Operator } from '#kernel/operator.ts'
import type { Vault } from '#kernel/vault.ts'
import { contract } from './contract.ts'

export type ApiContext = {
  ctx: Ctx
  /** The session's token, or what was shown as one. */
  token: string | null
  ip: string | null
  /** Where our pages are for people outside; for links in mails. */
  site: string
  userAgent: string | null
  /** Whose place this is, for the pages that say so. */
  operator: Operator
  /** Opens the secrets of second factors. */
  vault: Vault
}

/** The contract, ready for handlers. Who may knock is read from it, before the input is looked at. */
export const api = implement(contract)
  .$context<ApiContext>()
  .use(({ procedure, context, next }) => {
    const { who } = procedure['~orpc'].meta
    const turnedAway = context.ctx.actor.kind === 'visitor' && (who === 'members' || context.token !== null)
    if (who !== 'newcomers' && turnedAway) throw new Unauthenticated('api')
    return next()
  })

/** The kitchen that was named, or the person's first. */
export function kitchenOf(actor: Actor, named: KitchenId | undefined): KitchenId {
  const kitchenId = named ?? requireBuyer(actor).kitchenIds[0]
  if (!kitchenId) throw new NotFound('kitchen')
  return kitchenId
}
