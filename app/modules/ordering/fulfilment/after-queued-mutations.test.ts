import { expect, test } from 'vitest'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { aBirdLine, anOrderLine, pieces, weighed } from '../../../../tests/factories/order-line.ts'
import { afterQueuedMutations } from './after-queued-mutations.ts'
import { pieceField } from './piece-weights.ts'

const tomato = anOrderLine({ ordered: pieces(3) })
const bird = aBirdLine({ ordered: weighed(2, 3_600) })
const parcel = { id: 'p1', unused: false, tracked: true, carrier: null, trackingNumber: null }
const order = { state: 'placed', lines: [tomato, bird], parcels: [parcel] } as unknown as OrderDetail
const press = (intent: string, more: Record<string, string> = {}) => ({
  fields: Object.entries({ intent, key: 'k', ...more }),
})
const packed = press('pack', { [`qty.${tomato.id}`]: '3', [`qty.${bird.id}`]: '2', [`kg.${bird.id}`]: '3.7' })
const shipped = press('ship', { 'carrier.p1': 'sagawa', 'number.p1': '444413758703' })

test('step by step the order goes where the presses lead it', () => {
  const states = [press('accept'), press('prepare'), packed, shipped].map((_, index, all) => {
    const { order: now, packed, open } = afterQueuedMutations({ order, packed: false }, all.slice(0, index + 1))
    return [now.state, packed, open]
  })
  expect(states).toEqual([
    ['accepted', false, false],
    ['preparing', false, false],
    ['preparing', true, false],
    ['shipped', true, false],
  ])
})

test('what was packed and the numbers on the boxes are those that were typed', () => {
  const { order: now } = afterQueuedMutations({ order, packed: false }, [
    press('accept'),
    press('prepare'),
    packed,
    shipped,
  ])
  expect(now.lines.map(({ quantities }) => quantities.confirmed?.qty)).toEqual([3, 2])
  expect(now.lines.map(({ quantities }) => quantities.shipped?.qty)).toEqual([3, 2])
  expect(now.lines[1]?.quantities.shipped?.grams).toBe(3_700)
  expect(now.parcels).toMatchObject([{ carrier: 'sagawa', trackingNumber: '444413758703', unused: false }])
})

test('less than everything hangs on what the chef allowed, which only our server reads', () => {
  expect(afterQueuedMutations({ order, packed: false }, [press('acceptPart')])).toMatchObject({ open: true, order })
})

test('a box that was not needed', () => {
  const { order: now } = afterQueuedMutations({ order, packed: true }, [
    press('ship', { 'number.p1': '', 'unused.p1': 'on' }),
  ])
  expect(now.parcels).toMatchObject([{ unused: true }])
})

test('two birds that were weighed one by one weigh their sum', () => {
  const { order: now } = afterQueuedMutations({ order, packed: false }, [
    press('pack', { [`qty.${bird.id}`]: '2', [pieceField(bird.id, 1)]: '1.82', [pieceField(bird.id, 2)]: '1.91' }),
  ])
  expect(now.lines[1]?.quantities.shipped?.grams).toBe(3_730)
})
