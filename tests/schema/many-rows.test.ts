import { expect, test } from 'vitest'
import { insertMany, manyRows } from '../../app/infra/db/many-rows.ts'
import { newId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()
const columns = ['id', 'eventKey', 'method', 'receivedOn', 'yen', 'payer', 'at'] as const
const now = at('2026-11-24 11:00')

const payment = (eventKey: string, payer: string, amount: number) => ({
  ...{ id: newId<'payment'>(), eventKey, method: 'transfer' as const, receivedOn: jstDate('2026-11-20') },
  ...{ yen: yen(amount), payer, at: now },
})

test('rows come back as they went in, and a row that is there already is left', async () => {
  const odd = ['ﾐﾎﾝ', `"' \\ $1 %`, '二行\nの名', '𠮷野家', '{"a":null}', '']
  const rows = odd.map((payer, nth) => payment(`odd:${nth}`, payer, nth === 0 ? -9_007_199_254 : 1 + nth))
  const write = (some: typeof rows) =>
    database.db
      .insertInto('payments')
      .columns(columns)
      .expression(manyRows('payments', columns, some))
      .onConflict((conflict) => conflict.column('eventKey').doNothing())
      .returning(['id', 'eventKey'])
      .execute()
  expect(await write(rows)).toEqual(rows.map(({ id, eventKey }) => ({ id, eventKey })))
  const stored = await database.db.selectFrom('payments').select(columns).orderBy('eventKey').execute()
  expect(stored).toEqual(rows)
  const [first] = rows
  const next = payment('odd:next', 'ｱﾄ', 5)
  expect(first && (await write([{ ...first, id: newId<'payment'>() }, next]))).toEqual([
    { id: next.id, eventKey: 'odd:next' },
  ])
  expect(await write([])).toEqual([])
})

test('columns of JSON come back as they went in, and half of a pair of letters is no error', async () => {
  const columns = ['id', 'at', 'kind', 'actorKind', 'actorName', 'data'] as const
  const odd = [{ words: `"' \\ \n 𠮷`, list: [1, null, { of: 'it' }] }, {}, { text: '{"a":null}' }]
  const rows = odd.map((data) => ({
    ...{ id: newId<'event'>(), at: now, kind: 'many_rows', actorKind: 'system' as const, actorName: '𠮷\ud842' },
    data: JSON.stringify(data),
  }))
  await database.db
    .insertInto('events')
    .columns(columns)
    .expression(manyRows('events', columns, rows, ['data']))
    .execute()
  const stored = await database.db
    .selectFrom('events')
    .select(['actorName', 'data'])
    .where('kind', '=', 'many_rows')
    .orderBy('seq')
    .execute()
  expect(stored).toEqual(odd.map((data) => ({ actorName: '𠮷\ufffd', data })))
})

test('columns of JSON are given as values', async () => {
  const data = { names: ['ﾐﾎﾝ', `"' \\ %`, null], nothing: null, farmId: 'x', deep: { qty: 1 } }
  const event = { id: newId<'event'>(), at: now, kind: 'order_changed', actorKind: 'system', actorName: '自動' }
  await insertMany('events', [
    { ...event, reason: null, data },
    { ...event, id: newId<'event'>(), reason: '𠮷\ud842', data: {} },
  ]).execute(database.db)
  const stored = await database.db
    .selectFrom('events')
    .select(['at', 'actorName', 'reason', 'data'])
    .where('kind', '=', 'order_changed')
    .orderBy('seq')
    .execute()
  expect(stored).toEqual([
    { at: now, actorName: '自動', reason: null, data },
    { at: now, actorName: '自動', reason: '𠮷\ufffd', data: {} },
  ])
})
