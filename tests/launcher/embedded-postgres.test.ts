import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#infra/db/embedded-postgres.server.ts'
import { isAlive } from '../support/is-alive.ts'
import { aDataDir, aMember, aUsedDataDir, leave, postmasterPid, query } from './members.ts'

test('the first start makes the database, the second finds its rows', async () => {
  const dataDir = aDataDir()
  const first = await aMember(dataDir)
  expect(first.adopted).toBe(false)
  await query(first.connection, "create table dish as select 'なす田楽' as name")
  await leave(first.process)

  const second = await aMember(dataDir)
  expect(second.adopted).toBe(false)
  expect(await query(second.connection, 'select name from dish')).toEqual([{ name: 'なす田楽' }])
})

test('text is compared and stored in the same way on every machine', async () => {
  const { connection } = await aMember(await aUsedDataDir())
  const [settings] = await query(
    connection,
    `select datcollate, pg_encoding_to_char(encoding) as encoding, current_setting('timezone') as timezone
     from pg_database where datname = current_database()`,
  )
  expect(settings).toEqual({ datcollate: 'C.UTF-8', encoding: 'UTF8', timezone: 'UTC' })
})

test('a second process joins the running server and leaves it running', async () => {
  const dataDir = await aUsedDataDir()
  const owner = await aMember(dataDir)
  const guest = await aMember(dataDir)
  expect([owner.adopted, guest.adopted]).toEqual([false, true])

  await leave(guest.process)
  expect(await query(owner.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('two processes that start at once end with one server', async () => {
  const dataDir = aDataDir()
  const both = await Promise.all([aMember(dataDir), aMember(dataDir)])
  expect(both.map(({ adopted }) => adopted).sort()).toEqual([false, true])

  const starts = both.map(({ connection }) => query(connection, 'select pg_postmaster_start_time()::text as at'))
  const [one, other] = await Promise.all(starts)
  expect(one).toEqual(other)
})

test('what a killed initdb left behind is thrown away', async () => {
  const dataDir = aDataDir()
  mkdirSync(`${dataDir}.init/base`, { recursive: true })
  writeFileSync(`${dataDir}.init/PG_VERSION`, '18\n')

  const { connection } = await aMember(dataDir)
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(existsSync(`${dataDir}.init`)).toBe(false)
})

test('a folder of other files is not turned into a database', async () => {
  const dataDir = aDataDir()
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'recipes.txt'), 'なす田楽')

  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('holds files, but no PostgreSQL database')
  expect(readFileSync(join(dataDir, 'recipes.txt'), 'utf8')).toBe('なす田楽')
})

test('a pid file whose number now belongs to another process does not stop the start', async () => {
  const dataDir = await aUsedDataDir()
  const first = await aMember(dataDir)
  const note = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8')
  await leave(first.process)
  writeFileSync(join(dataDir, 'postmaster.pid'), note.replace(/^\d+/, String(process.pid)))

  const second = await aMember(dataDir)
  expect(second.adopted).toBe(false)
})

test('a start that fails says why', async () => {
  const dataDir = await aUsedDataDir()
  const start = startEmbeddedPostgres({ dataDir, flags: ['-c', 'shared_buffers=much'] })
  await expect(start).rejects.toThrow(/did not start in .*invalid value for parameter "shared_buffers"/s)
})

test('stop ends the server', async () => {
  const dataDir = await aUsedDataDir()
  const server = await startEmbeddedPostgres({ dataDir, onNotice: () => {} })
  const pid = postmasterPid(dataDir)
  expect(isAlive(pid)).toBe(true)

  await server.stop()
  expect(isAlive(pid)).toBe(false)
})
