import pg from 'pg'
import '../../app/infra/db/connect.server.ts'
import type { StaffActor } from '../../app/authorization/actor.ts'
import { kyselyOn } from '../../app/infra/db/kysely.server.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { type AdminId, parseId } from '../../app/kernel/ids.ts'
import { at, jstDate, momentOf } from '../../app/kernel/jst.ts'
import { closeDuePeriods } from '../../app/modules/billing/close-period.server.ts'
import { importBankFile } from '../../app/modules/payments/import-bank-file.server.ts'
import { matchOpenFiles } from '../../app/modules/payments/match-imported.server.ts'
import { closeFarms } from '../../app/modules/payouts/close-farms.server.ts'
import { makePayRun, markPayRunSent, previewPayRun, releasePayRun } from '../../app/modules/payouts/pay-run.server.ts'

/** What the tests beside it kill: a process of its own that closes, pays, or imports. Its arguments: the database, what to do, who. */
const [, , connection = '', part = '', ...admins] = process.argv
const pool = new pg.Pool({ ...JSON.parse(connection), max: 3 })
const db = kyselyOn(pool)
const system = { db, actor: { kind: 'system' }, now: at('2026-12-04 03:00') } as const
const operator = operatorOf(readSettings({ APP_ENV: 'test' }))

process.stdout.write('begun\n')
if (part === 'restaurants') await closeDuePeriods(system, operator)
if (part === 'farms') await closeFarms(system, operator)
if (part === 'pay run') await pay()
if (part === 'bank file') await importFile()
if (part === 'matching') await matchOpenFiles({ db, now: at('2026-11-24 11:05') })
await pool.end()

function by(nth: number, now: Date) {
  const adminId: AdminId | null = parseId<'admin'>(admins[nth])
  if (!adminId) throw new Error('no administrator')
  const actor: StaffActor = {
    kind: 'staff',
    adminId,
    name: '経理',
    role: 'finance',
    session: { key: 'test', authTime: now, aal: 2 },
  }
  return { db, actor, now }
}

async function importFile(): Promise<void> {
  const { id: fileId } = await db.selectFrom('bankFiles').select('id').executeTakeFirstOrThrow()
  await importBankFile(by(0, at('2026-11-24 11:00')), { key: 'killed-import', fileId })
}

/** With the same keys each time, as a page that is sent again. */
async function pay(): Promise<void> {
  const payOn = jstDate('2026-12-15')
  const before = at('2026-12-10 10:00')
  const { paid, totalYen } = await previewPayRun(by(0, before), payOn)
  if (paid.length > 0) await makePayRun(by(0, before), { key: 'killed-make', payOn, count: paid.length, totalYen })
  const { id } = await db.selectFrom('payRuns').select('id').executeTakeFirstOrThrow()
  await releasePayRun(by(1, before), { key: 'killed-release', id })
  await markPayRunSent(by(0, momentOf(payOn, 15 * 60)), { key: 'killed-sent', id })
}
