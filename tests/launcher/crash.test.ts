import { expect, test, vi } from 'vitest'
import { isAlive } from '../support/is-alive.ts'
import { aMember, aUsedDataDir, kill9, postmasterPid, query } from './members.ts'

const soon = { timeout: 25_000, interval: 20 }

test('killing the owner leaves no orphan and loses no promised row', async () => {
  const dataDir = await aUsedDataDir()
  const owner = await aMember(dataDir, { work: 'insert' })
  await vi.waitFor(() => expect(owner.promised.length).toBeGreaterThan(200), soon)
  const server = postmasterPid(dataDir)

  await kill9(owner.process)
  await vi.waitFor(() => expect(isAlive(server)).toBe(false), soon)

  const next = await aMember(dataDir)
  const kept = new Set((await query<{ id: number }>(next.connection, 'select id from promise')).map(({ id }) => id))
  expect(owner.promised.filter((id) => !kept.has(id))).toEqual([])
})

test('when the owner is killed, the process that had joined brings the server back', async () => {
  const dataDir = await aUsedDataDir()
  const owner = await aMember(dataDir)
  const guest = await aMember(dataDir)
  expect(guest.adopted).toBe(true)
  const server = postmasterPid(dataDir)

  await kill9(owner.process)
  await vi.waitFor(() => expect(isAlive(server)).toBe(false), soon) // until then the old one may still answer
  await vi.waitFor(async () => expect(await query(guest.connection, 'select 1 as one')).toEqual([{ one: 1 }]), soon)
})

test('killing the server heals in the same process', async () => {
  const dataDir = await aUsedDataDir()
  const owner = await aMember(dataDir)
  await query(owner.connection, "create table dish as select 'なす田楽' as name")
  const server = postmasterPid(dataDir)

  process.kill(server, 'SIGKILL')
  await vi.waitFor(() => expect(postmasterPid(dataDir)).not.toBe(server), soon)
  await vi.waitFor(
    async () => expect(await query(owner.connection, 'select name from dish')).toEqual([{ name: 'なす田楽' }]),
    soon,
  )
  expect(owner.process.exitCode).toBe(null)
})
