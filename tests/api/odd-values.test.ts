import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { router } from '../../app/api/router.server.ts'
import { isPlainJson } from '../../server/plain-json.ts'

/** Types before rules: whatever JSON passes the gate, a schema of the contract answers with issues and never throws. */

type Shape = { type?: string; properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[]; oneOf?: Shape[] }

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom({ length: {} }, { length: [] }, { length: 'x' }, { length: 3, 0: 'a' }, { length: -1 }, { size: {} }),
  fc.constantFrom({ toJSON: 1 }, { length: { length: { size: [] } } }, [[[]]], -0, 1e308, '', '１', '-'),
)

/** What an endpoint expects, with an unexpected type in place of each value. */
function oddOf(shape: Shape): fc.Arbitrary<unknown> {
  const inner = shape.anyOf ?? shape.oneOf
  if (inner) return fc.oneof(odd, ...inner.map(oddOf))
  if (shape.properties) {
    const parts = Object.entries(shape.properties).map(([name, part]) => [name, oddOf(part)] as const)
    return fc.oneof({ weight: 1, arbitrary: odd }, { weight: 4, arbitrary: fc.record(Object.fromEntries(parts)) })
  }
  if (shape.items) return fc.oneof(odd, fc.array(oddOf(shape.items), { maxLength: 2 }))
  return odd
}

const endpoints = Object.entries(router).flatMap(([module, procedures]) =>
  Object.entries(procedures).flatMap(([name, procedure]) => {
    const schema: unknown = procedure['~orpc'].inputSchema
    return schema instanceof z.ZodType ? [{ name: `${module}.${name}`, schema }] : []
  }),
)

test('every endpoint with an input is tried', () => expect(endpoints.length).toBeGreaterThan(150))

test.each(endpoints)('T94 $name answers every odd value with issues', async ({ schema }) => {
  const shape: Shape = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
  await fc.assert(
    fc.asyncProperty(oddOf(shape), async (value) => {
      fc.pre(isPlainJson(JSON.stringify(value)))
      const parsed = await schema.safeParseAsync(JSON.parse(JSON.stringify(value)))
      expect(typeof parsed.success).toBe('boolean')
    }),
    { numRuns: 60 },
  )
})
