import { expect, test } from 'vitest'
import { z } from 'zod'
import { pickerOf } from './picker.ts'

const Day = z.union([
  z.object({ possible: z.literal(true), at: z.date() }),
  z.object({ possible: z.literal(false), reason: z.string() }),
])
const Order = z.object({
  id: z.string(),
  yen: z.int().nullable(),
  note: z.string().optional(),
  lines: z.array(z.object({ qty: z.int(), of: z.object({ name: z.string() }).nullable() })).readonly(),
  days: z.array(Day),
  either: z.union([z.string(), z.int()]),
  anything: z.record(z.string(), z.unknown()),
  doubled: z.int().transform((value) => value * 2),
})

const order = {
  secret: 'commission',
  id: '1',
  yen: null,
  note: undefined,
  lines: [
    { qty: 1, of: { name: '人参', costYen: 100 }, costYen: 100 },
    { of: null, qty: 2 },
  ],
  days: [
    { possible: true, at: new Date('2026-11-24T00:00:00Z'), reason: 'secret' },
    { reason: 'closed', possible: false, at: new Date('2026-11-24T00:00:00Z') },
  ],
  either: 3,
  anything: { a: [1, { b: null }] },
  doubled: 4,
}

test('picks what the schema lets through: the named fields of every object, in their order', () => {
  const picked = JSON.stringify(pickerOf(Order)(order))
  expect(picked).toBe(JSON.stringify(Order.parse(order)))
  expect(picked).not.toMatch(/secret|costYen/)
})

test('objects that no literal tells apart are left to the schema', () => {
  const schema = z.array(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]))
  expect(pickerOf(schema)([{ b: 'x', c: 'y' }])).toEqual([{ b: 'x' }])
})
