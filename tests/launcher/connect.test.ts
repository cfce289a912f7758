import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#infra/db/connect.server.ts'
import { aUsedDataDir } from './members.ts'
import { aServerOverTcp } from './tcp-server.ts'

test('with DATABASE_URL the data is in that server, and a wrong password stops the start without being shown', async () => {
  const databaseUrl = await aServerOverTcp()
  const { host, port } = new URL(databaseUrl)
  const database = await openDatabase({ databaseUrl, dataDir: '/nowhere' })
  onTestFinished(() => database.close())
  const { rows } = await database.pool.query('select current_user as name, inet_server_port() as port')
  expect(rows).toEqual([{ name: 'owner', port: Number(port) }])
  expect(database.description).toBe(`PostgreSQL at ${host}/postgres`)

  const wrongUrl = Object.assign(new URL(databaseUrl), { password: 'himitsu' }).href
  const error = await openDatabase({ databaseUrl: wrongUrl, dataDir: '/nowhere' }).catch((reason) => reason)
  expect(error.message).toBe(`The database of DATABASE_URL (${host}) cannot be used.`)
  expect(String(error.cause)).toContain('password authentication failed')
  expect(String(error.cause)).not.toContain('himitsu')
})

test('without DATABASE_URL the database is our own, in the data directory', async () => {
  const dataDir = dirname(await aUsedDataDir())
  const database = await openDatabase({ dataDir, onNotice: () => {} })
  onTestFinished(() => database.close())

  expect(database.description).toBe(`embedded PostgreSQL, data in ${dataDir}/postgres`)
  const { rows } = await database.pool.query("select 86400000000::bigint as yen, date '2027-06-01' as day")
  expect(rows).toEqual([{ yen: 86_400_000_000, day: '2027-06-01' }])
})

test('a connection that breaks does not end the process', async () => {
  const dataDir = dirname(await aUsedDataDir())
  const notifications: string[] = []
  const database = await openDatabase({ dataDir, onNotice: (line) => notifications.push(line) })
  onTestFinished(() => database.close())

  const [idle, busy] = [await database.pool.connect(), await database.pool.connect()]
  const { rows } = await idle.query('select pg_backend_pid() as pid')
  idle.release()
  await busy.query('select pg_terminate_backend($1)', [rows[0].pid])
  busy.release()

  await expect.poll(() => notifications.join()).toContain('A database connection was lost')
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
