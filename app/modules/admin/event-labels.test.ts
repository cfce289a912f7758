import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { orgStatuses } from '#kernel/enums.ts'
import { eventGroups, eventWord, isEventKind } from '#modules/audit-log/event-labels.ts'
import { claimEventKind } from '#modules/ordering/claims/claim-told.ts'
import { ruleOf, transitionNames } from '#modules/ordering/process/transitions.ts'
import { approvalEvents } from '#modules/products/approval/approval-mails.server.tsx'
import { goodsProcess } from '#modules/products/product-process.ts'
import { badgeEvent } from '#modules/traceability/badges/badge.ts'

/** Kinds that are computed, with all possible values. A new expression that computes a kind is added here. */
const putTogether: Record<string, readonly string[]> = {
  '`organisation_${to}`': orgStatuses.map((status) => `organisation_${status}`),
  'claimEventKind[name]': Object.values(claimEventKind),
  'claimEventKind.open': [claimEventKind.open],
  'claimEventKind.sendBack': [claimEventKind.sendBack],
  'judged.value.event': [ruleOf('replace').event],
  'ruleOf(name).event': transitionNames.map((name) => ruleOf(name).event),
  'goodsProcess[move].event': Object.values(goodsProcess).map(({ event }) => event),
  '`account_change_${outcome}`': ['applied', 'stopped', 'withdrawn', 'failed'].map((end) => `account_change_${end}`),
  'badgeEvent[kind]': Object.values(badgeEvent),
  'approvalEvents[news]': Object.values(approvalEvents),
  // accept-invitation.server.ts: an administrator who sets up for the first time, or again after a reset
  // kitchen.server.ts: a closed day noted or withdrawn
  '{ kind, aboutRestaurantId: restaurantId': ['kitchen_day_off', 'kitchen_day_on'],
  // list-store.server.ts, standing-orders.server.ts
  '{ kind, aboutRestaurantId: requireBuyer(ctx.actor).restaurantId, data }': [
    ...['made', 'changed', 'removed', 'used'].map((done) => `list_${done}`),
    ...['made', 'changed', 'paused', 'resumed', 'skipped', 'unskipped', 'ended'].map((done) => `standing_${done}`),
  ],
  // book-pickup.server.ts
  '`pickup_${state}`': ['pickup_booked', 'pickup_changed', 'pickup_cancelled'],
  // end-group-buy.server.ts
  "'group_buy_cancelled' : 'group_buy_lapsed'": ['group_buy_cancelled', 'group_buy_lapsed'],
  // set-hub.server.ts
  "isHub ? 'hub_set' : 'hub_ended'": ['hub_set', 'hub_ended'],
  // request-adjustment.server.ts
  "...(reason !== '' && { reason })": ['requested', 'withdrawn', 'agreed', 'declined'].map((it) => `correction_${it}`),
  // close-request.server.ts
  'endKind[end.state]': ['withdrawn', 'expired', 'removed'].map((end) => `request_${end}`),
  '{ kind, aboutAdminId: adminId }': ['admin_joined', 'admin_set_up_again'],
  // kitchen.server.ts: a closed day noted, and withdrawn
  '{ kind, aboutRestaurantId: restaurantId, data: { kitchen: name, day } }': ['kitchen_day_off', 'kitchen_day_on'],
}

/** From the opening bracket to the closing one. */
function argumentsAt(source: string, open: number): string {
  let depth = 0
  for (let at = open; at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')' && --depth === 0) return source.slice(open, at)
  }
  return source.slice(open)
}

const recorded = globSync('app/**/*.{ts,tsx}')
  .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('record-event.server.ts'))
  .flatMap((path) => {
    const source = readFileSync(path, 'utf8')
    return [...source.matchAll(/\brecordEvent\(/g)].map(({ index }) => {
      const call = argumentsAt(source, index + 'recordEvent'.length)
      return { path, kind: /\bkind(?::\s*([^\n]*?)(?=,? *$|, |\s\}))?/m.exec(call)?.[1] ?? call }
    })
  })

const kindsIn = (kind: string): readonly string[] => {
  const known = Object.entries(putTogether).find(([written]) => kind.includes(written))
  if (known) return known[1]
  return [...kind.matchAll(/'([a-z_]+)'/g)].flatMap(([, name]) => name ?? [])
}

test('the calls that write history are found', () => {
  expect(recorded.length).toBeGreaterThan(20)
})

test.each(recorded.map(({ path, kind }) => [path, kind]))('%s records %s, and there is a word for it', (_, kind) => {
  const kinds = kindsIn(kind)
  expect(kinds, 'name the kind where it is recorded, or in putTogether').not.toEqual([])
  expect(kinds.filter((it) => !isEventKind(it))).toEqual([])
})

test('no kind has two words, and no word two kinds', () => {
  const pairs = Object.values(eventGroups).flatMap((group) => Object.entries(group))
  expect(new Set(pairs.map(([kind]) => kind)).size).toBe(pairs.length)
  expect(new Set(pairs.map(([, word]) => word)).size).toBe(pairs.length)
})

test('an unknown kind is shown as it was stored', () => {
  expect(eventWord('order_placed')).toBe('注文')
  expect(eventWord('long_gone')).toBe('long_gone')
})
