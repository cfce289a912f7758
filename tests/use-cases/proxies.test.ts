import { beforeEach, expect, test } from 'vitest'
import { proxyWatch } from '../../app/infra/proxy-watch.server.ts'
import { readForwarded } from '../../app/kernel/forwarded.server.ts'
import { addHours, addMinutes } from '../../app/kernel/jst.ts'
import { proxyHealth } from '../../app/modules/admin/proxy-health.server.ts'
import { noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

/** Whether TRUSTED_PROXIES fits the requests (docs/operations.md, "Behind a proxy"). */

const test_ = testDatabase()
beforeEach(async () => {
  await test_.db.deleteFrom('proxyCounts').execute()
})

function aProcess(trustedProxies: number, isPublic = true) {
  const clock = { at: noon, now: () => clock.at }
  const said: string[] = []
  const log = { warn: (_: unknown, text?: string) => void said.push(text ?? ''), error: () => {} }
  const watch = proxyWatch({ db: test_.db, clock, log, trustedProxies, isPublic })
  const requests = (n: number, header: string | undefined, socket = '10.0.0.1') => {
    for (let i = 0; i < n; i++) watch.note(readForwarded(header, socket, trustedProxies))
  }
  return { watch, clock, said, requests, health: () => proxyHealth({ db: test_.db, now: clock.at }, trustedProxies) }
}

test.each([
  ['one proxy, as stated', 1, '93.184.216.34', null],
  ['two proxies stated, one there', 2, '93.184.216.34', 'too_many_stated'],
  ['one stated, none there', 1, undefined, 'too_many_stated'],
  ['one stated, two there', 1, '93.184.216.34, 10.1.2.3', 'too_few_stated'],
  ['none stated, one there', 0, '93.184.216.34', 'too_few_stated'],
  ['none stated, and one there that names no address', 0, undefined, 'too_few_stated'],
] as const)('%s', async (_, stated, header, problem) => {
  const process = aProcess(stated)
  process.requests(100, header)
  expect(await process.health()).toMatchObject({ problem: null })
  await process.watch.close()
  const health = await process.health()
  expect(health.problem).toBe(problem)
  expect(health.advice === null).toBe(problem === null)
  if (health.advice) expect(health.advice).toContain(`TRUSTED_PROXIES=${stated}`)
  expect(process.said).toEqual(problem ? ['TRUSTED_PROXIES does not fit the requests'] : [])
})

test('in development every request comes from inside, and no problem is reported', async () => {
  const process = aProcess(0, false)
  process.requests(100, undefined, '127.0.0.1')
  await process.watch.close()
  expect(await process.health()).toMatchObject({ problem: null, fact: expect.stringContaining('リクエスト100件') })
})

test('requests are not written down one by one; processes add up; what was right an hour ago is forgotten', async () => {
  const [one, other] = [aProcess(1), aProcess(1)]
  one.requests(30, undefined)
  other.requests(30, undefined)
  expect(await test_.db.selectFrom('proxyCounts').selectAll().execute()).toEqual([])
  await Promise.all([one.watch.flush(), other.watch.flush()])
  expect(await test_.db.selectFrom('proxyCounts').select(['requests', 'tooShort']).execute()).toEqual([
    { requests: 60, tooShort: 60 },
  ])
  expect(await one.health()).toMatchObject({ problem: 'too_many_stated' })
  one.clock.at = addHours(noon, 2)
  expect(await one.health()).toMatchObject({ problem: null })
  one.clock.at = addHours(noon, 72)
  one.requests(1, '93.184.216.34')
  await Promise.all([one.watch.close(), other.watch.close()])
  expect(await test_.db.selectFrom('proxyCounts').select('requests').execute()).toEqual([{ requests: 1 }])
})

test('the log says it once an hour', async () => {
  const { watch, clock, said, requests } = aProcess(1)
  for (const minutes of [0, 1, 30, 59, 61, 62]) {
    clock.at = addMinutes(noon, minutes)
    requests(60, undefined)
    await watch.flush()
  }
  await watch.close()
  expect(said).toHaveLength(2)
})
