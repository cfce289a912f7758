import type { AdminId, FarmId, KitchenId, PersonId, RestaurantId } from '#kernel/ids.ts'
import type { Looks } from '#kernel/looks.ts'
import type { Yen } from '#kernel/yen.ts'

/** How an account wants to see its pages, once it has chosen. */
type Chosen = { looks?: Looks }

export type Member = Chosen & {
  personId: PersonId
  name: string
  role: 'owner' | 'staff'
}

/** Who is asking. One person with two hats acts under one of them at a time. */
export type Actor =
  | { kind: 'visitor' }
  | (Member & {
      kind: 'buyer'
      restaurantId: RestaurantId
      restaurantApproved: boolean
      kitchenIds: readonly KitchenId[]
      orderLimitYen: Yen | null
    })
  | (Member & { kind: 'farm'; farmId: FarmId; farmApproved: boolean })
  | (Chosen & { kind: 'person'; personId: PersonId; name: string })
  | (Chosen & { kind: 'staff'; adminId: AdminId; name: string })
  | { kind: 'system' }

export type BuyerActor = Extract<Actor, { kind: 'buyer' }>
export type FarmActor = Extract<Actor, { kind: 'farm' }>

/** The stable name under which an actor's idempotency keys are kept. */
export function ownerKeyOf(actor: Actor): string {
  switch (actor.kind) {
    case 'buyer':
    case 'farm':
    case 'person':
      return `person:${actor.personId}`
    case 'staff':
      return `staff:${actor.adminId}`
    case 'system':
    case 'visitor':
      return actor.kind
  }
}
