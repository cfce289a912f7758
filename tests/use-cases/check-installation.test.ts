import { expect, test } from 'vitest'
import { NotFound } from '../../app/kernel/errors.ts'
import { checkInstallation, type Engines } from '../../app/modules/admin/check-installation.server.ts'
import { recordJobFailure } from '../../app/modules/audit-log/failed-jobs.server.ts'
import { anAdmin, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const visitor = { kind: 'visitor' } as const

/** Engines that work by default. */
function engines(other: Partial<Engines> = {}): Engines {
  const kept = new Map<string, Uint8Array>()
  return {
    environment: 'development',
    trustedProxies: 1,
    files: {
      place: { name: 'DATA_DIR/files', advice: 'DATA_DIR の空き容量と権限を確認してください。' },
      put: async (key, bytes) => void kept.set(key, bytes),
      get: async (key) => kept.get(key) ?? null,
      delete: async (key) => void kept.delete(key),
    },
    mail: { description: 'SMTP mail.example.jp', verify: async () => true },
    ...other,
  }
}

const found = async (other: Partial<Engines> = {}) => {
  const checks = await checkInstallation(as(test_.db, visitor), engines(other))
  return new Map(checks.map((check) => [check.name, check]))
}

test('the parts of a new installation work, but for the jobs, which have not run yet', async () => {
  const checks = await found()
  expect([...checks.values()].map(({ name, ok }) => [name, ok])).toEqual([
    ['データベース', true],
    ['ファイルの保存先', true],
    ['ウイルス検査', true],
    ['メール', true],
    ['中継サーバー', true],
    ['ジョブキュー', false],
  ])
  expect(checks.get('データベース')?.fact).toMatch(/^PostgreSQL \d+\.\d+・移行\d+件・\d+MB・\d+ミリ秒$/)
})

test.each([
  ['none, where one tries things out', 'development', undefined, true, '設定されていません'],
  ['none, in production', 'production', undefined, false, '設定されていません'],
  ['one that answers', 'production', 'ClamAV 1.4.6/27000', true, 'ClamAV 1.4.6/27000'],
  ['one that is away', 'production', null, false, '応答がありません'],
] as const)('of a virus scanner it says: %s', async (_, environment, version, ok, fact) => {
  const scanner =
    version === undefined ? {} : { scanner: { scan: async () => 'away' as const, version: async () => version } }
  const staff = await anAdmin(test_.db)
  const checks = await checkInstallation(as(test_.db, staff), {
    ...engines(),
    environment,
    files: { ...engines().files, ...scanner },
  })
  const said = checks.find(({ name }) => name === 'ウイルス検査')
  expect(said?.ok).toBe(ok)
  expect(said?.fact).toContain(fact)
})

test('of the jobs it says when they ran last, how many wait and failed, and where the reason is', async () => {
  const queue = async () => (await found()).get('ジョブキュー')
  const ran = (ago: string) =>
    test_.pool.query(
      `insert into jobs.job (name, data, state, completed_on) values ('schedule', '{}', 'completed', now() - $1::interval)`,
      [ago],
    )
  await ran('10 minutes')
  expect(await queue()).toMatchObject({ ok: false, advice: expect.stringContaining('WORKER=only') })
  await ran('20 seconds')
  expect(await queue()).toEqual({
    name: 'ジョブキュー',
    ok: true,
    fact: expect.stringMatching(/^2\d秒前に動作しました・待ち0件・失敗した自動処理0件$/),
  })
  await recordJobFailure({ db: test_.db, now: new Date() }, 'apply-prices', 'Error: 応答がありません')
  expect(await queue()).toMatchObject({
    ok: false,
    fact: expect.stringContaining('失敗した自動処理1件'),
    advice: expect.stringContaining('job failed'),
  })
})

test('nothing is left behind in the file store', async () => {
  const keys: string[] = []
  const { files } = engines()
  await found({ files: { ...files, delete: async (key) => void keys.push(key) } })
  expect(keys).toHaveLength(1)
})

test('a part that fails says so with what to do, and does not stop the others', async () => {
  const checks = await found({
    files: { ...engines().files, put: () => Promise.reject(new Error('no space left on device')) },
    mail: { description: 'SMTP mail.example.jp', verify: async () => false },
  })
  expect(checks.get('ファイルの保存先')).toMatchObject({ ok: false, fact: 'no space left on device' })
  expect(checks.get('ファイルの保存先')?.advice).toContain('DATA_DIR')
  expect(checks.get('メール')).toMatchObject({ ok: false })
  expect(checks.get('データベース')?.ok).toBe(true)
})

test('a file that is read back changed is reported as a failure', async () => {
  const checks = await found({ files: { ...engines().files, get: async () => new Uint8Array([1]) } })
  expect(checks.get('ファイルの保存先')?.ok).toBe(false)
})

test('in production it is for staff only', async () => {
  const inProduction = engines({ environment: 'production' })
  await expect(checkInstallation(as(test_.db, visitor), inProduction)).rejects.toThrow(NotFound)
  const { adminId, name } = await anAdmin(test_.db)
  const actor = { kind: 'staff', adminId, name, role: 'full' } as const
  expect(await checkInstallation(as(test_.db, actor), inProduction)).toHaveLength(6)
})
