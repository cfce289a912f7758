import { expect, test } from 'vitest'
import type { Temperature } from '#kernel/enums.ts'
import { newId } from '#kernel/ids.ts'
import { yen } from '#kernel/yen.ts'
import type { Parcel } from '#modules/ordering/order.ts'
import { decideParcels, type SentParcel } from './ship-order.server.ts'

const parcel = (temperature: Temperature): Parcel => ({
  id: newId<'parcel'>(),
  ordinal: 1,
  temperature,
  sizeClass: 80,
  freightYen: yen(1_000),
  coolYen: yen(0),
  waived: false,
  carrier: null,
  trackingNumber: null,
  shippedAt: null,
  tracked: true,
  unused: false,
  sentFirst: false,
  forRest: false,
  name: '',
  byFarm: false,
  contents: [],
  label: null,
  trackingUrl: null,
  progress: null,
})
const [cold, colder, warm] = [parcel('chilled'), parcel('chilled'), parcel('ambient')]
const boxes = [cold, colder, warm]

const right = '444413758703'
const sent = (to: Parcel, trackingNumber = right): SentParcel => ({
  parcelId: to.id,
  carrier: 'yamato',
  trackingNumber,
  // the boxes of these tests share one number
  confirmed: true,
})
const unsure = (to: Parcel, trackingNumber = right): SentParcel => ({
  parcelId: to.id,
  carrier: 'yamato',
  trackingNumber,
})
const unused = (it: Parcel): SentParcel => ({ parcelId: it.id, unused: true })

const decided = (said: SentParcel[]) => {
  const decision = decideParcels(boxes, said)
  return decision.ok ? decision.value.map((it) => it.sent?.trackingNumber ?? null) : decision.refusal
}

test.each([
  ['every box with its number', [sent(cold), sent(colder), sent(warm)], [right, right, right]],
  ['one of two cold boxes was enough', [sent(cold), unused(colder), sent(warm)], [right, null, right]],
  [
    'full-width digits with hyphens',
    [sent(cold, '４４４４−１３７５−８７０３'), unused(colder), sent(warm)],
    [right, null, right],
  ],
  ['a box is not spoken of', [sent(cold), sent(warm)], 'tracking_missing'],
  ['no box is spoken of', [], 'tracking_missing'],
  ['an empty number', [sent(cold, ''), sent(colder), sent(warm)], 'tracking_missing'],
  ['a number of spaces', [sent(cold, ' 　'), sent(colder), sent(warm)], 'tracking_missing'],
  ['eleven digits', [sent(cold, '44441375870'), sent(colder), sent(warm)], 'tracking_not_12_digits'],
  ['letters', [sent(cold, 'EE123456789JP'), sent(colder), sent(warm)], 'tracking_not_12_digits'],
  ['a slip of the pen', [unsure(cold, '444413758704'), sent(colder), sent(warm)], 'tracking_check_digit'],
  ['it was looked at again', [sent(cold, '444413758704'), sent(colder), sent(warm)], ['444413758704', right, right]],
  ['the same number twice', [unsure(cold), unsure(colder), sent(warm)], 'tracking_twice'],
  ['all boxes unused', [unused(cold), unused(colder), unused(warm)], [null, null, null]],
] satisfies [string, SentParcel[], unknown][])('the boxes go: %s', (_, said, expected) => {
  expect(decided(said)).toEqual(expected)
})

test('a box of another order changes nothing', () => {
  const other = parcel('chilled')
  expect(decided([sent(other), sent(cold), sent(colder), sent(warm)])).toEqual([right, right, right])
  expect(decided([sent(other)])).toBe('tracking_missing')
})

test('the refusal names the box', () => {
  expect(decideParcels(boxes, [sent(cold), sent(colder, '123'), sent(warm)])).toMatchObject({
    detail: { parcel: colder.id },
  })
})

test('a number that came back in a file is not asked about again', () => {
  const labelled = { ...cold, label: { carrier: 'yamato' as const, trackingNumber: '444413758704' } }
  const decision = decideParcels([labelled], [unsure(labelled, '4444-1375-8704')])
  expect(decision).toMatchObject({ ok: true, value: [{ sent: { trackingNumber: '444413758704' } }] })
  expect(decideParcels([labelled], [unsure(labelled, '444413758706')])).toMatchObject({
    refusal: 'tracking_check_digit',
  })
})

const byVan: Parcel = { ...parcel('chilled'), tracked: false }
test.each([
  ['sent without a number', [{ parcelId: byVan.id, sent: true }], true],
  ['not needed', [{ parcelId: byVan.id, unused: true }], false],
  ['with a number', [sent(byVan)], 'tracking_not_used'],
  ['not spoken of', [], 'parcel_unsaid'],
] satisfies [string, SentParcel[], unknown][])('a box of a way without tracking: %s', (_, said, expected) => {
  const decision = decideParcels([byVan], said)
  expect(decision.ok ? decision.value[0]?.sent !== null : decision.refusal).toBe(expected)
})

test('without a number a box does not leave by a way that has tracking', () => {
  expect(decideParcels([cold], [{ parcelId: cold.id, sent: true }])).toMatchObject({ refusal: 'tracking_missing' })
})
