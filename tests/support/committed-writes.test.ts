import pg from 'pg'
import { expect, test } from 'vitest'
import { committedWrites } from './committed-writes.ts'

const [one, other] = [new pg.Client(), new pg.Client()]
const by = (client: pg.ClientBase, ...statements: string[]) => statements.map((sql) => ({ client, sql }))

test.each([
  'insert into orders (id) values ($1)',
  'update "orders" set state = $1',
  'delete from orders',
  'with gone as (delete from carts returning id) select * from gone',
  'insert into carts (id) values ($1) on conflict do update set version = 2',
])('%s stays outside of a transaction, and in one that is committed', (sql) => {
  expect(committedWrites(by(one, sql))).toEqual([sql])
  expect(committedWrites(by(one, 'begin', sql, 'commit'))).toEqual([sql])
  expect(committedWrites(by(one, 'begin', sql))).toEqual([sql])
  expect(committedWrites(by(one, 'begin', sql, 'rollback'))).toEqual([])
})

test.each([
  'select updated_at from orders',
  'select id from orders for no key update',
  'select id from farms for update',
])('%s writes nothing', (sql) => expect(committedWrites(by(one, sql))).toEqual([]))

test('what one connection rolls back says nothing about another', () => {
  const sent = [...by(one, 'begin'), ...by(other, 'begin', 'delete from a'), ...by(one, 'delete from b', 'rollback')]
  expect(committedWrites([...sent, ...by(other, 'commit')])).toEqual(['delete from a'])
})
