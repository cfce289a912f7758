import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { kyselyOn } from '#infra/db/kysely.server.ts'
import { attachChanges, type ChangeEar } from '#kernel/changes.ts'
import { recordBytes } from './columns.ts'
import { columnsOf, loadColumns } from './kept-columns.server.ts'

const id = (nth: number) => `01900000-0000-7000-8000-${`${nth}`.padStart(12, '0')}`
const products = [id(1), id(2), id(3)]

function withFeed(db: object) {
  const ears: ChangeEar[] = []
  const lines: string[] = []
  attachChanges(db, {
    isCurrent: () => true,
    becomesCurrent: async () => true,
    caughtUp: async () => {},
    listen: (_, ear) => void ears.push(ear),
    notice: (line) => void lines.push(line),
  })
  return { ears, lines }
}

/** Columns of three products, of which only the price matters here, in a process that hears what the test sends. */
async function aProcess() {
  let now = 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const prices = new Map(products.map((product) => [product, 100]))
  const record = (product: string) => {
    const bytes = Buffer.alloc(recordBytes)
    bytes.write(product.replaceAll('-', ''), 'hex')
    bytes.writeInt32BE(prices.get(product) ?? 0, 40)
    return bytes
  }
  const database = { loads: 0, reread: [] as string[][], beforeAnswer: async (): Promise<void> => {} }
  async function rowsFor(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    if (text.includes('produce_items')) return []
    if (text.includes('count(*)::int')) return [{ count: products.length }]
    const ids = parameters.find((given) => Array.isArray(given))
    const wanted = products.filter((product) => !ids || ids.includes(product))
    const answer = { records: Buffer.concat(wanted.map(record)), last: wanted.at(-1), found: wanted }
    if (ids) {
      database.reread.push(wanted)
      await database.beforeAnswer()
    } else {
      database.loads += 1
    }
    return [answer]
  }
  const query = async (text: string, parameters: readonly unknown[]) => ({ rows: await rowsFor(text, parameters) })
  const db = kyselyOn(Object.assign(new pg.Pool(), { connect: async () => ({ query, release: () => {} }) }))
  const { ears, lines } = withFeed(db)
  await loadColumns(db)
  return {
    database,
    lines,
    pass: (ms: number) => {
      now += ms
    },
    change(product: string, priceYen: number) {
      prices.set(product, priceYen)
      for (const ear of ears) ear.heard(product)
    },
    /** What a question finds; null if the columns do not answer it. */
    async prices() {
      const columns = await columnsOf(db)
      return columns && [...columns.priceYen.subarray(0, columns.size)]
    },
  }
}

test('a reading that fails is a line of the log with its reason, and is not tried again at once', async () => {
  let tries = 0
  const db = kyselyOn({
    connect: async () => {
      tries += 1
      throw new Error('the database is full')
    },
    end: async () => {},
    options: {},
  })
  const { lines } = withFeed(db)
  await loadColumns(db)
  expect(lines).toEqual([expect.stringContaining('the database is full')])
  expect(await columnsOf(db)).toBeNull()
  expect(tries).toBe(1)
})

test('rows that could not be read anew are tried again later, and not with all others', async () => {
  const it = await aProcess()
  expect(await it.prices()).toEqual([100, 100, 100])
  it.database.beforeAnswer = async () => {
    throw new Error('canceled after 15 s')
  }
  it.change(id(2), 200)
  expect(await it.prices()).toBeNull()
  it.change(id(3), 300)
  expect(await it.prices()).toBeNull()
  expect(it.database.reread).toEqual([[id(2)]])
  expect(it.lines).toEqual([expect.stringContaining('canceled after 15 s')])
  it.database.beforeAnswer = async () => {}
  it.pass(5_001)
  expect(await it.prices()).toEqual([100, 200, 300])
  expect(it.database.reread).toEqual([[id(2)], [id(2), id(3)]])
  expect(it.database.loads).toBe(1)
})

test('a question knows all that was heard before it, and does not wait for what is heard later', async () => {
  const it = await aProcess()
  let round = 0
  const first = Promise.withResolvers<void>()
  it.database.beforeAnswer = async () => {
    round += 1
    if (round === 1) await first.promise
    // while it is read again there is one more change, time after time
    if (round < 9) it.change(id(3), 300 + round)
  }
  it.change(id(1), 110)
  const early = it.prices()
  await expect.poll(() => it.database.reread).toHaveLength(1)
  it.change(id(2), 120)
  const late = it.prices()
  await nextTurn()
  first.resolve()
  expect(await early).toEqual([110, 100, 100])
  expect(await late).toEqual([110, 120, 301])
  expect(it.database.reread).toEqual([[id(1)], [id(2), id(3)]])
  expect(await it.prices()).toEqual([110, 120, 302])
  expect(it.database.reread).toHaveLength(3)
})
