import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMinutes, at } from '#kernel/jst.ts'
import { allocate, type Claim, newcomersPercent } from './allocate.ts'

const first = at('2026-11-24 08:00')
const claim = (id: string, wanted: number, more: Partial<Claim> = {}): Claim => ({
  id,
  wanted,
  contract: 0,
  regular: false,
  newcomer: false,
  placedAt: addMinutes(first, id.charCodeAt(0)),
  ...more,
})
const quantities = (available: number, claims: readonly Claim[]) =>
  [...allocate(available, claims)].map(([id, { qty }]) => `${id}${qty}`).join(' ')

test.each([
  ['enough for all', 20, [claim('a', 5), claim('b', 5)], 'a5 b5'],
  ['first come', 7, [claim('a', 5), claim('b', 5)], 'a5 b2'],
  ['none', 0, [claim('a', 5)], 'a0'],
  ['a contract before who came first', 7, [claim('a', 5), claim('b', 5, { contract: 4 })], 'a3 b4'],
  ['more than the contract waits like others', 9, [claim('a', 5), claim('b', 9, { contract: 4 })], 'a5 b4'],
  ['regulars before who came first', 7, [claim('a', 5), claim('b', 5, { regular: true })], 'a2 b5'],
  ['a tenth for newcomers', 20, [claim('a', 30, { regular: true }), claim('b', 9, { newcomer: true })], 'a18 b2'],
  ['a tenth of nine is none', 9, [claim('a', 30, { regular: true }), claim('b', 9, { newcomer: true })], 'a9 b0'],
  ['newcomers who want less', 40, [claim('a', 50, { regular: true }), claim('b', 1, { newcomer: true })], 'a39 b1'],
  ['contracts before newcomers', 10, [claim('a', 10, { contract: 10 }), claim('b', 5, { newcomer: true })], 'a10 b0'],
] as const)('%s: %i', (_, available, claims, expected) => {
  expect(quantities(available, claims)).toBe(expected)
})

test('two orders of the same moment are not ordered by chance', () => {
  const both = [claim('b', 5, { placedAt: first }), claim('a', 5, { placedAt: first })]
  expect(quantities(6, both)).toBe(quantities(6, both.toReversed()))
})

const someClaims = (most: number) =>
  fc
    .array(
      fc.record({
        wanted: fc.integer({ min: 0, max: most }),
        contract: fc.integer({ min: 0, max: 2 }),
        kind: fc.constantFrom('regular', 'newcomer', 'neither'),
        minute: fc.integer({ min: 0, max: 4 }),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((rows) =>
      rows.map(({ wanted, contract, kind, minute }, index) =>
        claim(String.fromCharCode(97 + index), wanted, {
          contract,
          regular: kind === 'regular',
          newcomer: kind === 'newcomer',
          placedAt: addMinutes(first, minute),
        }),
      ),
    )

/** Every way to divide that much, without exceeding a claim. */
function* waysOf(claims: readonly Claim[], left: number): Generator<number[]> {
  const [head, ...rest] = claims
  if (!head) {
    if (left === 0) yield []
    return
  }
  for (let qty = 0; qty <= Math.min(head.wanted, left); qty++)
    for (const others of waysOf(rest, left - qty)) yield [qty, ...others]
}

/** The rule as a list of criteria, the most important first: the best way is the one that no other beats on it. */
function wishes(way: readonly number[], inOrder: readonly Claim[], available: number): number[] {
  const qty = (index: number) => way[index] ?? 0
  const contracts = inOrder.map(({ contract }, index) => Math.min(contract, qty(index)))
  let pot = Math.floor((available * newcomersPercent) / 100)
  const floor = inOrder.map(({ newcomer }, index) => {
    const from = newcomer ? Math.min(pot, qty(index) - (contracts[index] ?? 0)) : 0
    pot -= from
    return from
  })
  const regulars = inOrder.flatMap(({ regular }, index) => (regular ? [qty(index)] : []))
  return [...contracts, ...floor, ...regulars, ...inOrder.map((_, index) => qty(index))]
}

const beats = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((wish, index) => wish !== b[index])
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0)
}

test('in small cases it is the best of all possible allocations', () => {
  fc.assert(
    fc.property(someClaims(6), fc.integer({ min: 0, max: 24 }), (claims, available) => {
      const inOrder = claims.toSorted((a, b) => a.placedAt.getTime() - b.placedAt.getTime() || (a.id < b.id ? -1 : 1))
      const most = Math.min(
        available,
        inOrder.reduce((sum, { wanted }) => sum + wanted, 0),
      )
      let best: number[] | null = null
      for (const way of waysOf(inOrder, most))
        if (!best || beats(wishes(way, inOrder, available), wishes(best, inOrder, available))) best = way
      expect([...allocate(available, claims).values()].map(({ qty }) => qty)).toEqual(best)
    }),
  )
})

test('a larger harvest never lowers an allocation; all of it is allocated, and no order gets more than its quantity', () => {
  fc.assert(
    fc.property(
      someClaims(40),
      fc.integer({ min: 0, max: 170 }),
      fc.integer({ min: 0, max: 20 }),
      (claims, available, more) => {
        const before = allocate(available, claims)
        const after = allocate(available + more, claims)
        for (const { id, wanted } of claims) {
          expect(after.get(id)?.qty).toBeGreaterThanOrEqual(before.get(id)?.qty ?? 0)
          expect(before.get(id)?.qty).toBeLessThanOrEqual(wanted)
        }
        const total = [...before.values()].reduce((sum, { qty }) => sum + qty, 0)
        expect(total).toBe(
          Math.min(
            available,
            claims.reduce((sum, { wanted }) => sum + wanted, 0),
          ),
        )
        for (const { qty, of } of before.values())
          expect(Object.values(of).reduce((sum, part) => sum + part, 0)).toBe(qty)
      },
    ),
  )
})
