import { expect, test } from 'vitest'
import { type AdminRole, adminRoles } from '#kernel/enums.ts'
import { EmailNotVerified, Forbidden, NotFound, Unauthenticated, ViewOnly } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type TransitionName, transitionNames } from '#modules/ordering/process/transitions.ts'
import { actorNames, buyer, farm, own, people, strange, type Who } from '../../tests/factories/actors.ts'
import type { Actor } from './actor.ts'
import { authorize, authorizeProven, requireBuyer, requireFarm, seeOrNotFound } from './authorize.ts'
import { requirePerson } from './recent-auth.ts'
import { can, type Operation, type ProvenOperation, provenOperations, rules, viewable } from './rules.ts'

const restaurant: Who[] = ['buyer', 'colleague', 'unapproved']
const itsFarm: Who[] = ['farm', 'unapprovedFarm']

const accountHolders: Who[] = ['person', ...restaurant, 'otherBuyer', ...itsFarm, 'otherFarm', 'staff']
const everyPerson = accountHolders.filter((who) => who !== 'staff')

/** The steps of an order have their table in modules/ordering/order-process.test.ts. */
type OrderStep = `order.${TransitionName}`

/** The actors who are allowed: when it is their own, and when it belongs to others. */
const matrix: Record<Exclude<Operation, OrderStep>, { own: Who[]; strange: Who[] }> = {
  'price.see': {
    own: ['buyer', 'colleague', 'otherBuyer', 'farm', 'otherFarm', 'staff'],
    strange: ['buyer', 'colleague', 'otherBuyer', 'farm', 'otherFarm', 'staff'],
  },
  'favourites.keep': { own: everyPerson, strange: everyPerson },
  'produce.curate': { own: ['staff'], strange: ['staff'] },
  'looks.save': { own: accountHolders, strange: accountHolders },
  'consent.give': { own: everyPerson, strange: everyPerson },
  'factors.see': { own: ['person', 'buyer', 'unapproved'], strange: [] },
  'factors.change': { own: ['person', 'buyer', 'unapproved'], strange: [] },
  'factors.remove': { own: ['person', 'buyer', 'unapproved'], strange: [] },
  'own_account.change': { own: everyPerson, strange: everyPerson },
  'api_token.see': {
    own: [...restaurant, 'otherBuyer', ...itsFarm, 'otherFarm'],
    strange: [...restaurant, 'otherBuyer', ...itsFarm, 'otherFarm'],
  },
  'api_token.make': {
    own: [...restaurant, 'otherBuyer', ...itsFarm, 'otherFarm'],
    strange: [...restaurant, 'otherBuyer', ...itsFarm, 'otherFarm'],
  },
  'webhook.keep': { own: [...restaurant, ...itsFarm], strange: [] },
  'webhook.make': { own: [...restaurant, ...itsFarm], strange: [] },
  'notifications.undelivered': { own: ['staff'], strange: ['staff'] },
  'admins.list': { own: ['staff'], strange: ['staff'] },
  // a user's own login methods stay available
  'admin.invite': { own: ['staff'], strange: ['staff'] },
  'admin.disable': { own: [], strange: ['staff'] },
  'account_change.decide': { own: ['staff'], strange: ['staff'] },
  'account_change.see': { own: ['staff'], strange: ['staff'] },
  'account_change.withdraw': { own: ['staff'], strange: ['staff'] },
  'account_change.stop': { own: ['person', 'buyer', 'unapproved'], strange: [] },
  'cart.see': { own: ['buyer'], strange: [] },
  'cart.change': { own: ['buyer'], strange: [] },
  'purchase.see': { own: [...restaurant, 'staff'], strange: ['staff'] },
  'order.see': { own: [...restaurant, ...itsFarm, 'staff', 'system'], strange: ['staff', 'system'] },
  'harvest.allot': { own: ['farm'], strange: [] },
  'instruction.see': { own: [...restaurant, 'staff'], strange: ['staff'] },
  'instruction.change': { own: ['buyer', 'colleague'], strange: [] },
  'request.see': { own: ['buyer', 'colleague', 'staff', 'system'], strange: ['staff', 'system'] },
  'request.ask': { own: ['buyer', 'colleague'], strange: [] },
  'asked_request.see': { own: ['farm'], strange: [] },
  'regulars.see': { own: ['farm'], strange: [] },
  'request.answer': { own: ['farm'], strange: [] },
  'requests.list_all': { own: ['staff'], strange: ['staff'] },
  'request.remove': { own: ['staff'], strange: ['staff'] },
  'badges.see': { own: [...restaurant, 'staff'], strange: ['staff'] },
  'badges.choose': { own: ['buyer', 'colleague'], strange: [] },
  'list.see': { own: ['buyer', 'colleague'], strange: [] },
  'group_buy.see': { own: ['buyer', 'colleague'], strange: [] },
  'group_buy.join': { own: ['buyer', 'colleague'], strange: [] },
  'list.change': { own: ['buyer', 'colleague'], strange: [] },
  'order.stand_in': { own: ['staff'], strange: ['staff'] },
  'calendar.keep': { own: [...restaurant, 'otherBuyer'], strange: [...restaurant, 'otherBuyer'] },
  'calendar.make': { own: [...restaurant, 'otherBuyer'], strange: [...restaurant, 'otherBuyer'] },
  'claim.open': { own: [...restaurant, 'staff'], strange: ['staff'] },
  'claim.answer': { own: itsFarm, strange: [] },
  'claim.close': { own: restaurant, strange: [] },
  'claim.escalate': { own: [...restaurant, ...itsFarm], strange: [] },
  'correction.request': { own: itsFarm, strange: [] },
  'correction.answer': { own: restaurant, strange: [] },
  'claim.decide': { own: ['staff'], strange: ['staff'] },
  'claims.set_limit': { own: ['staff'], strange: ['staff'] },
  'bank_account.keep': { own: [...restaurant, ...itsFarm], strange: [] },
  'bank_account.change': { own: [...restaurant, ...itsFarm], strange: [] },
  'bank_account.stop': { own: ['staff'], strange: ['staff'] },
  'own_payouts.see': { own: itsFarm, strange: [] },
  'payouts.see': { own: ['staff'], strange: ['staff'] },
  'ledger.see': { own: ['staff'], strange: ['staff'] },
  'ledger.close': { own: ['staff'], strange: ['staff'] },
  'jobs.begin': { own: ['staff'], strange: ['staff'] },
  'ledger.books': { own: ['staff'], strange: ['staff'] },
  'payouts.run': { own: ['staff'], strange: ['staff'] },
  'payouts.release': { own: ['staff'], strange: ['staff'] },
  'deposits.see': { own: ['staff'], strange: ['staff'] },
  'deposits.change': { own: ['staff'], strange: ['staff'] },
  'bad_debt.write_off': { own: ['staff'], strange: ['staff'] },
  'card.watch': { own: ['staff'], strange: ['staff'] },
  'card.change': { own: ['staff'], strange: ['staff'] },
  'debits.see': { own: ['staff'], strange: ['staff'] },
  'debits.change': { own: ['staff'], strange: ['staff'] },
  'claims.list_all': { own: ['staff'], strange: ['staff'] },
  'credit.see': { own: [...restaurant, 'staff', 'system'], strange: ['staff', 'system'] },
  'credit.list_all': { own: ['staff'], strange: ['staff'] },
  'credit.ask': { own: [...restaurant, ...itsFarm], strange: [] },
  'credit.change': { own: ['staff'], strange: ['staff'] },
  'labels.see': { own: itsFarm, strange: [] },
  'labels.change': { own: itsFarm, strange: [] },
  'lots.see': { own: [...itsFarm, 'staff'], strange: ['staff'] },
  'received_lots.see': { own: restaurant, strange: [] },
  'packing_papers.see': { own: itsFarm, strange: [] },
  'packing_papers.print': { own: itsFarm, strange: [] },
  'delivery_slip.issue': { own: itsFarm, strange: [] },
  'issued_document.void': { own: ['staff'], strange: ['staff'] },
  'parcel_state.note': { own: ['staff'], strange: ['staff'] },
  'lots.list_all': { own: ['staff'], strange: ['staff'] },
  'recall.begin': { own: [...itsFarm, 'staff'], strange: ['staff'] },
  'recall.see': { own: [...itsFarm, 'staff'], strange: ['staff'] },
  'recall.hear': { own: [...itsFarm, 'staff'], strange: ['staff'] },
  'recall.close': { own: [...itsFarm, 'staff'], strange: ['staff'] },
  'recall.answer': { own: restaurant, strange: [] },
  'order_money.see': { own: [...restaurant, ...itsFarm, 'staff', 'system'], strange: ['staff', 'system'] },
  'billing.see': { own: [...restaurant, 'staff'], strange: ['staff'] },
  'receipt.issue': { own: restaurant, strange: [] },
  'billing.close': { own: ['staff'], strange: ['staff'] },
  'commission.see': { own: [...itsFarm, 'staff'], strange: ['staff'] },
  'agreement.see': { own: [...itsFarm, 'staff'], strange: ['staff'] },
  'agreement.propose': { own: ['staff'], strange: ['staff'] },
  'agreement.answer': { own: [...restaurant, ...itsFarm], strange: [] },
  'registration.see': { own: [...itsFarm, 'staff'], strange: ['staff'] },
  'registration.change': { own: [...restaurant, ...itsFarm, 'staff'], strange: ['staff'] },
  'statement.see': { own: [...itsFarm, 'staff'], strange: ['staff'] },
  'statement.answer': { own: itsFarm, strange: [] },
  'statements.list_all': { own: ['staff'], strange: ['staff'] },
  'statements.close': { own: ['staff', 'system'], strange: ['staff', 'system'] },
  'objection.answer': { own: ['staff'], strange: ['staff'] },
  'goods.see': { own: [...itsFarm, 'staff'], strange: ['staff'] },
  'goods.change': { own: itsFarm, strange: [] },
  'goods.harvested': { own: itsFarm, strange: [] },
  'freight.see': { own: [...itsFarm, 'staff'], strange: ['staff'] },
  'freight.change': { own: itsFarm, strange: [] },
  'runs.see': { own: itsFarm, strange: [] },
  'runs.open': { own: ['farm'], strange: [] },
  'runs.handOver': { own: ['farm'], strange: [] },
  'runs.join': { own: ['farm'], strange: [] },
  'farm.describe': { own: itsFarm, strange: [] },
  'goods.review': { own: ['staff'], strange: ['staff'] },
  'orders.list_all': { own: ['staff'], strange: ['staff'] },
  'conversation.see': { own: [...restaurant, ...itsFarm], strange: [] },
  'conversation.write': { own: [...restaurant, ...itsFarm], strange: [] },
  'conversation.begin': { own: ['buyer', 'colleague', 'farm'], strange: [] },
  'conversation.report': { own: [...restaurant, ...itsFarm], strange: [] },
  'conversation.inspect': { own: ['staff'], strange: [] },
  'talks.review': { own: ['staff'], strange: ['staff'] },
  'review.write': { own: ['buyer', 'colleague', 'farm'], strange: [] },
  'review.reply': { own: ['farm'], strange: [] },
  'review.report': { own: everyPerson, strange: everyPerson },
  'reviews.moderate': { own: ['staff'], strange: ['staff'] },
  'inquiry.send': { own: ['visitor', ...accountHolders], strange: ['visitor', ...accountHolders] },
  // the person without a farm and the chef are the same here
  'inquiry.see': { own: ['person', 'buyer', 'unapproved', 'staff'], strange: ['staff'] },
  'inquiry.handle': { own: ['staff'], strange: ['staff'] },
  'inquiries.list_all': { own: ['staff'], strange: ['staff'] },
  'announcement.read': { own: everyPerson, strange: everyPerson },
  'announcement.write': { own: ['staff'], strange: ['staff'] },
  'page.publish': { own: ['staff'], strange: ['staff'] },
  'audit.see': { own: ['staff'], strange: ['staff'] },
  'desk.see': { own: ['staff'], strange: ['staff'] },
  'photo.add': { own: ['visitor', ...accountHolders], strange: ['visitor', ...accountHolders] },
  'photo.see': { own: ['person', ...restaurant, ...itsFarm, 'staff'], strange: ['staff'] },
  'document.see': { own: [...restaurant, ...itsFarm, 'staff'], strange: ['staff'] },
  'application.change': { own: ['buyer', 'colleague', 'unapproved', 'farm', 'unapprovedFarm'], strange: [] },
  'organisation.see': { own: [...restaurant, ...itsFarm], strange: [] },
  'organisation.manage': { own: [...restaurant, ...itsFarm], strange: [] },
  'member_rights.change': { own: [...restaurant, ...itsFarm], strange: [] },
  'document.change': { own: [...restaurant, ...itsFarm], strange: [] },
  'members.see': { own: ['staff'], strange: ['staff'] },
  'members.review': { own: ['staff'], strange: ['staff'] },
  'members.decide': { own: ['staff'], strange: ['staff'] },
  'person.view': { own: ['staff'], strange: ['staff'] },
  'installation.see': { own: ['staff'], strange: ['staff'] },
}
const listed = Object.keys(matrix) as (keyof typeof matrix)[]
const operations = Object.keys(rules) as Operation[]
const steps = transitionNames.map((name): Operation => `order.${name}`)
const names = actorNames
const inOrder = (who: readonly Who[]) => names.filter((name) => who.includes(name))

test('the matrix covers every operation, and no other', () => {
  expect([...listed, ...steps].toSorted()).toEqual(operations.toSorted())
})

test.each(listed.map((operation) => [operation, matrix[operation].own] as const))(
  '%s of what is theirs is for %j only',
  (operation, allowed) => {
    expect(names.filter((name) => can(people[name], operation, own))).toEqual(inOrder(allowed))
  },
)

test.each(listed.map((operation) => [operation, matrix[operation].strange] as const))(
  '%s of a stranger’s is for %j only',
  (operation, allowed) => {
    expect(names.filter((name) => can(people[name], operation, strange))).toEqual(inOrder(allowed))
  },
)

const byRole = {
  full: ['admin.invite', 'page.publish', 'announcement.write', 'account_change.decide'],
  finance: [
    'order.correct',
    'billing.close',
    'claims.set_limit',
    'agreement.propose',
    'statements.close',
    'objection.answer',
    'bank_account.stop',
    'payouts.run',
    'payouts.release',
    'ledger.close',
    'deposits.change',
    'bad_debt.write_off',
    'card.change',
    'debits.change',
    'credit.change',
  ],
  support: [
    'members.decide',
    'registration.change',
    'inquiry.handle',
    'order.stand_in',
    'request.remove',
    'person.view',
  ],
} as const satisfies Record<AdminRole, readonly Operation[]>
test.each(adminRoles)('an administrator with the role %s changes what belongs to it, and sees everything', (role) => {
  const admin: Actor = { ...people.staff, role }
  for (const of of adminRoles)
    for (const operation of byRole[of])
      expect([operation, can(admin, operation, own)]).toEqual([operation, role === 'full' || role === of])
  for (const operation of [
    'members.see',
    'order.see',
    'claims.list_all',
    'desk.see',
    'reviews.moderate',
    'goods.review',
    'admins.list',
  ] as const)
    expect(can(admin, operation, own)).toBe(true)
})

const onOrders = ['order.see', 'order.accept', 'order.decline', 'order.prepare', 'order.weigh', 'order.ship'] as const
test.each([
  ['see', ['order.see']],
  ['pack', ['order.see', 'order.prepare', 'order.weigh', 'order.ship']],
  ['all', [...onOrders]],
] as const)('a helper of the farm with the rights %s may %j', (rights, allowed) => {
  const helper: Actor = { ...farm, role: 'staff', rights }
  expect(onOrders.filter((operation) => can(helper, operation, own))).toEqual([...allowed])
})

const onMoney = ['order_money.see', 'commission.see', 'agreement.see', 'statement.see'] as const
test.each([
  ['an owner', { role: 'owner' }, [...onMoney]],
  ['a helper who may do everything', { role: 'staff', rights: 'all' }, []],
  ['a helper whom the owner lets see it', { role: 'staff', rights: 'see', seesMoney: true }, [...onMoney]],
] as const)('of the money of the farm’s orders %s (%j) may %j', (_, authority, allowed) => {
  const member: Actor = { ...farm, ...authority }
  expect(onMoney.filter((operation) => can(member, operation, own))).toEqual([...allowed])
  expect(onMoney.filter((operation) => can(member, operation, strange))).toEqual([])
})

const onConversations = ['conversation.see', 'conversation.write', 'conversation.begin', 'conversation.report'] as const
test.each([
  ['see', ['conversation.see']],
  ['pack', [...onConversations]],
  ['all', [...onConversations]],
] as const)('of the farm’s talks a helper with the rights %s may %j', (rights, allowed) => {
  const helper: Actor = { ...farm, role: 'staff', rights }
  expect(onConversations.filter((operation) => can(helper, operation, own))).toEqual([...allowed])
})

test('a farm writes first only to restaurants that know it, and staff who view as a user read no conversations', () => {
  expect(can(farm, 'conversation.begin', { ...own, known: false })).toBe(false)
  expect(can(buyer, 'conversation.begin', { ...own, known: false })).toBe(true)
  expect(viewable.filter((operation) => operation.startsWith('talk'))).toEqual([])
})

const onGoods = ['goods.see', 'goods.harvested', 'goods.change', 'farm.describe'] as const
test.each([
  ['see', ['goods.see']],
  ['pack', ['goods.see', 'goods.harvested']],
  ['all', [...onGoods]],
] as const)('of the farm’s goods a helper with the rights %s may %j', (rights, allowed) => {
  const helper: Actor = { ...farm, role: 'staff', rights }
  expect(onGoods.filter((operation) => can(helper, operation, own))).toEqual([...allowed])
})

test.each([
  'organisation.manage',
  'member_rights.change',
  'application.change',
  'order.approve',
  'order.sendBack',
] as const)('%s is for owners, not for other members', (operation) => {
  expect(can({ ...buyer, role: 'staff' }, operation, own)).toBe(false)
  if (operation === 'organisation.manage') expect(can({ ...farm, role: 'staff' }, operation, own)).toBe(false)
})

test.each(['draft', 'pending_approval'] as const)('an order that is %s does not exist for the farm', (state) => {
  expect(can(farm, 'order.see', { ...own, state })).toBe(false)
  expect(can(buyer, 'order.see', { ...own, state })).toBe(true)
})

test.each(['development', 'test'])('in %s every caller sees the installation', (environment) => {
  expect(names.filter((name) => can(people[name], 'installation.see', { environment }))).toEqual(names)
})

const noPhoto = {
  personId: null,
  formShown: false,
  farmId: null,
  restaurantId: null,
  ordersHere: false,
  claim: null,
  isPublic: false,
}
test('the logo of a restaurant is for its people, for staff, and for a farm that it orders from', () => {
  const logo = { ...noPhoto, restaurantId: own.restaurantId }
  const seenBy = (photo: typeof logo) => names.filter((name) => can(people[name], 'photo.see', photo))
  expect(seenBy(logo)).toEqual(inOrder([...restaurant, 'staff']))
  // whether the caller is a customer is a property of the caller
  const farms: Who[] = ['farm', 'unapprovedFarm', 'otherFarm']
  expect(seenBy({ ...logo, ordersHere: true })).toEqual(inOrder([...restaurant, 'staff', ...farms]))
})

test('a photo of a claim is for both sides of its order, and for staff', () => {
  const photo = { ...noPhoto, claim: { farmId: own.farmId, restaurantId: own.restaurantId } }
  expect(names.filter((name) => can(people[name], 'photo.see', photo))).toEqual(
    inOrder([...restaurant, ...itsFarm, 'staff']),
  )
})

test('a photo of goods on sale is public', () => {
  expect(names.filter((name) => can(people[name], 'photo.see', { ...noPhoto, isPublic: true }))).toEqual(names)
})

test('a caller with the form in which a photo was chosen sees it, signed in or not; a photo without an owner is not public', () => {
  expect(can(people.visitor, 'photo.see', { ...noPhoto, formShown: true })).toBe(true)
  expect(can(people.visitor, 'photo.see', noPhoto)).toBe(false)
  expect(can(people.otherBuyer, 'photo.see', noPhoto)).toBe(false)
})

test('a caller with the cookie of a sign-up sees and changes its documents; a user without it does not', () => {
  const draft = { farmId: null, restaurantId: null, draftShown: true }
  for (const operation of ['document.see', 'document.change'] as const) {
    expect(names.filter((name) => can(people[name], operation, draft))).toEqual(names)
    expect(can(people.buyer, operation, { ...draft, draftShown: false })).toBe(false)
  }
})

test('a caller who may change an order may also see it', () => {
  const done = operations.filter((operation) => operation.startsWith('order.') && operation !== 'order.place')
  for (const operation of done)
    for (const name of names)
      for (const order of [own, strange])
        if (can(people[name], operation, order)) expect(can(people[name], 'order.see', order)).toBe(true)
})

test.each([
  ['buyer', null],
  ['visitor', Unauthenticated],
  ['person', Forbidden],
  ['otherBuyer', Forbidden],
  ['farm', Forbidden],
] as const)('cancelling as %s throws %j', (name, error) => {
  const asked = () => authorize(people[name], 'order.cancel', own)
  if (error) expect(asked).toThrow(error)
  else expect(asked).not.toThrow()
})

test('what a caller may not see does not exist', () => {
  expect(() => seeOrNotFound(people.otherBuyer, 'order.see', own)).toThrow(NotFound)
  expect(() => seeOrNotFound(people.buyer, 'order.see', own)).not.toThrow()
})

test('lists start from the caller', () => {
  expect(requireBuyer(people.buyer)).toBe(people.buyer)
  expect(requireFarm(people.farm)).toBe(people.farm)
  expect(() => requireBuyer(people.farm)).toThrow(Forbidden)
  expect(() => requireFarm(people.buyer)).toThrow(Forbidden)
  expect(() => requireBuyer(people.visitor)).toThrow(Unauthenticated)
  expect(() => requireFarm(people.visitor)).toThrow(Unauthenticated)
})

test('staff change their own second factor, and never do without', () => {
  const owner = { adminId: own.adminId }
  expect(names.filter((name) => can(people[name], 'factors.change', owner))).toEqual(['staff'])
  // two other administrators decide about theirs
  expect(names.filter((name) => can(people[name], 'account_change.decide', owner))).toEqual([])
  expect(names.filter((name) => can(people[name], 'account_change.stop', owner))).toEqual(['staff'])
  expect(names.filter((name) => can(people[name], 'factors.change', { adminId: newId<'admin'>() }))).toEqual([])
  expect(names.filter((name) => can(people[name], 'factors.remove', owner))).toEqual([])
})

const impersonatedBy = {
  impersonationId: newId<'impersonation'>(),
  adminId: own.adminId,
  adminName: '運営',
  until: new Date('2026-11-24T02:10:00Z'),
}

test.each(operations.map((operation) => [operation, viewable.includes(operation)] as const))(
  'while viewing as a user %s is allowed only if it reads: %s',
  (operation, appearance) => {
    for (const who of ['person', 'buyer', 'farm'] as const)
      for (const it of [own, strange])
        expect(can({ ...people[who], impersonatedBy }, operation, it)).toBe(
          appearance && can(people[who], operation, it),
        )
  },
)

test('operations that are allowed while viewing as a user change nothing', () => {
  expect(viewable.filter((operation) => !/\.(see|read)$/.test(operation))).toEqual([])
})

test('staff who try to change something while viewing as a user get ViewOnly', () => {
  expect(() => authorize({ ...people.buyer, impersonatedBy }, 'order.cancel', own)).toThrow(ViewOnly)
})

test.each(operations)(
  '%s: a person whose address is not proven may do what a visitor may, and nothing else',
  (operation) => {
    const unproven: Actor = { kind: 'visitor', unproven: { personId: own.personId, name: '山田 太郎' } }
    for (const target of [own, strange, null]) {
      const asVisitor = said(() => can({ kind: 'visitor' }, operation, target as never))
      expect(said(() => can(unproven, operation, target as never))).toEqual(asVisitor)
      if (asVisitor === false) expect(() => asked(unproven, operation, target)).toThrow(EmailNotVerified)
    }
    expect(() => requireBuyer(unproven)).toThrow(EmailNotVerified)
    expect(() => requireFarm(unproven)).toThrow(EmailNotVerified)
    expect(() => requirePerson(unproven)).toThrow(EmailNotVerified)
  },
)

function asked(actor: Actor, operation: Operation, target: unknown): void {
  const proven = provenOperations.find((it) => it === operation)
  if (proven) authorizeProven({ actor, now: new Date(0) }, proven, target as never)
  else authorize(actor, operation as Exclude<Operation, ProvenOperation>, target as never)
}

/** What a rule answers; a target of another shape may be refused. */
function said(ask: () => boolean): boolean | 'no target' {
  try {
    return ask()
  } catch {
    return 'no target'
  }
}
