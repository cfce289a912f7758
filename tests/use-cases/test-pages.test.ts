import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { anAdmin, aPerson, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'

/** The pages under /test in production: they exist for administrators only, some of them not at all. */

const test_ = testDatabase()
const routes = [
  ...readFileSync('app/routes.ts', 'utf8').matchAll(/route\('(test[^']*)', '(routes\/dev\/[^']+)'\)/g),
].map(([, path = '', file = '']) => ({ path, file }))
const forNobody = /^test\/(codes|messages|faults|guards)/

type Step = (args: object, next?: () => unknown) => unknown
type TestPage = { loader?: Step; action?: Step; middleware?: Step[] }
const modules = import.meta.glob<TestPage>('../../app/routes/dev/**/*.tsx')

async function statusOf(file: string, step: 'loader' | 'action', actor: Actor): Promise<number | null> {
  const module = await modules[`../../app/${file}`]?.()
  if (!module) throw new Error(`no module ${file}`)
  const run = module[step]
  if (!run) return null
  const request = new Request('https://market.example.jp/test', {
    method: step === 'loader' ? 'GET' : 'POST',
    ...(step === 'action' && { body: new URLSearchParams({ email: 'admin@example.jp' }) }),
  })
  const context = pageContext(as(test_.db, actor), 'production')
  const params = { kind: 'bug', name: 'auth', id: '01920000-0000-7000-8000-000000000000' }
  const args = { request, context, params }
  try {
    for (const guard of module.middleware ?? []) await guard(args, () => undefined)
    await run(args)
    return 200
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status
    const init = typeof thrown === 'object' && thrown && 'init' in thrown ? thrown.init : null
    return typeof init === 'object' && init && 'status' in init ? Number(init.status) : 500
  }
}

test('every page under /test is looked at', () => expect(routes.length).toBeGreaterThanOrEqual(11))

test.each(routes)('T96 /$path does not exist in production for visitors and members', async ({ file }) => {
  const personId = await aPerson(test_.db, '誰か')
  for (const actor of [{ kind: 'visitor' } as const, { kind: 'person', personId, name: '誰か' } as const])
    for (const step of ['loader', 'action'] as const)
      expect([step, await statusOf(file, step, actor)]).toEqual([step, expect.toSatisfy(isShut)])
})

test.each(routes.filter(({ path }) => forNobody.test(path)))(
  'T96 /$path does not exist in production, not even for administrators',
  async ({ file }) => {
    const admin = await anAdmin(test_.db)
    for (const step of ['loader', 'action'] as const)
      expect([step, await statusOf(file, step, admin)]).toEqual([step, expect.toSatisfy(isShut)])
  },
)

/** Not found, or redirected to the sign-in; or the page has no such step. */
const isShut = (status: unknown) => status === 404 || status === 302 || status === null
