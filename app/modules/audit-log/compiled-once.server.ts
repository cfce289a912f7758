import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import { keepingPlans } from './plan-once.server.ts'

type Filled<V, Row> = (values: V) => CompiledQuery<Row>

/**
 * A statement that reads, finds rows by their keys, is built and compiled once for each of its shapes, and then only given its
 * values: to build a large one takes the app as long as it takes PostgreSQL to run it. PostgreSQL, too, plans it once and not for each
 * values (docs/decisions/0123). `build` knows nothing of a call but its shape and its values, and uses the
 * values as parameters only. It is run for two samples: what differs in the two statements has to be one of the values, or it
 * throws. So each value differs in the samples, and no two values are the same in both; otherwise it throws at once.
 */
export function compiledOnce<V extends Readonly<Record<string, unknown>>, Shape, Row>(
  samples: readonly [V, V],
  build: (db: DbOrTx, values: V, shape: Shape) => RawBuilder<Row>,
) {
  requireDistinct(samples)
  const known = new Map<string, Filled<V, Row>>()
  return async (db: DbOrTx, shape: Shape, values: V): Promise<QueryResult<Row>> => {
    const key = JSON.stringify(shape)
    let filled = known.get(key)
    if (!filled) {
      const [one, other] = samples
      filled = filledFrom(samples, build(db, one, shape).compile(db), build(db, other, shape).compile(db))
      known.set(key, filled)
    }
    return await keepingPlans(db).executeQuery(filled(values))
  }
}

function requireDistinct([one, other]: readonly [
  Readonly<Record<string, unknown>>,
  Readonly<Record<string, unknown>>,
]) {
  const pairs = Object.keys(one).map((name) => {
    if (isSame(one[name], other[name])) throw new TypeError(`both samples have the same ${name}`)
    return JSON.stringify([one[name], other[name]])
  })
  if (new Set(pairs).size < pairs.length) throw new TypeError('two values of the samples cannot be told apart')
}

function filledFrom<V extends Readonly<Record<string, unknown>>, Row>(
  [one, other]: readonly [V, V],
  first: CompiledQuery<Row>,
  second: CompiledQuery<Row>,
): Filled<V, Row> {
  if (first.sql !== second.sql) throw new TypeError('a statement whose text depends on its values')
  const names = Object.keys(one)
  const places = first.parameters.map((parameter, index) => {
    const another = second.parameters[index]
    if (isSame(parameter, another)) return null
    const name = names.find((name) => isSame(one[name], parameter) && isSame(other[name], another))
    if (name === undefined) throw new TypeError(`parameter ${index + 1} is made of the values, and is none of them`)
    return name
  })
  return (values) => ({
    ...first,
    parameters: places.map((name, index) => (name === null ? first.parameters[index] : values[name])),
  })
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
