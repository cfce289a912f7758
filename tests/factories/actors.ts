import type { Actor } from '../../app/authorization/actor.ts'
import { newId } from '../../app/kernel/ids.ts'

/** Every kind of actor that a rule is asked about, and two sets of objects: their own, and those of others. */
export const own = {
  environment: 'production',
  formShown: false,
  isPublic: false,
  ordersHere: false,
  claim: null,
  draftShown: false,
  known: true,
  reported: true,
  farmId: newId<'farm'>(),
  restaurantId: newId<'restaurant'>(),
  kitchenId: newId<'kitchen'>(),
  personId: newId<'person'>(),
  adminId: newId<'admin'>(),
}
/** Belongs to none of the actors below. */
export const strange = {
  environment: 'production',
  formShown: false,
  isPublic: false,
  ordersHere: false,
  claim: null,
  draftShown: false,
  known: true,
  reported: false,
  farmId: newId<'farm'>(),
  restaurantId: newId<'restaurant'>(),
  kitchenId: newId<'kitchen'>(),
  personId: newId<'person'>(),
  adminId: newId<'admin'>(),
}

export const buyer = {
  kind: 'buyer',
  personId: own.personId,
  name: '灯 料理人',
  role: 'owner',
  restaurantId: own.restaurantId,
  restaurantApproved: true,
  kitchenIds: [own.kitchenId],
  orderLimitYen: null,
} as const satisfies Actor
export const farm = {
  kind: 'farm',
  personId: newId<'person'>(),
  name: '畑 主人',
  role: 'owner',
  farmId: own.farmId,
  farmApproved: true,
  rights: 'all',
} as const satisfies Actor

export const people = {
  visitor: { kind: 'visitor' },
  person: { kind: 'person', personId: own.personId, name: '所属なし' },
  buyer,
  colleague: { ...buyer, personId: newId<'person'>() },
  unapproved: { ...buyer, restaurantApproved: false },
  otherBuyer: { ...buyer, personId: newId<'person'>(), restaurantId: newId<'restaurant'>(), kitchenIds: [] },
  farm,
  unapprovedFarm: { ...farm, farmApproved: false },
  otherFarm: { ...farm, personId: newId<'person'>(), farmId: newId<'farm'>() },
  staff: { kind: 'staff', adminId: own.adminId, name: '運営', role: 'full' },
  system: { kind: 'system' },
} as const satisfies Record<string, Actor>
export type Who = keyof typeof people

export const actorNames = Object.keys(people) as Who[]
