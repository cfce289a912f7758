import { sql } from 'kysely'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { formatNumber } from '#kernel/format.ts'
import { scheduleQueue } from '#kernel/queue-job.ts'
import type { VirusScanner } from '#kernel/virus-scanner.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { proxyHealth } from './proxy-health.server.ts'

export type Check = {
  name: string
  ok: boolean
  /** What was found, with its unit. */
  fact: string
  /** What to do about it; only where something is wrong. */
  advice?: string
}

/** What the check needs from the adapters. */
export type Engines = {
  environment: string
  /** How many of our own proxies stand in front of the app, as TRUSTED_PROXIES states. */
  trustedProxies: number
  files: {
    place?: { name: string; advice: string }
    scanner?: VirusScanner
    put(key: string, bytes: Uint8Array): Promise<void>
    get(key: string): Promise<Uint8Array | null>
    delete(key: string): Promise<void>
  }
  /** Says where mail is sent, and whether that server answers. */
  mail: { description: string; verify(): Promise<boolean> }
}

/** Checks every part that the installation depends on. A part that fails says so and does not stop the others. */
export const checkInstallation = query('installation.see', async (ctx: Ctx, engines: Engines): Promise<Check[]> => {
  seeOrNotFound(ctx.actor, 'installation.see', engines)
  return Promise.all([
    tried('データベース', '設定 DATABASE_URL または DATA_DIR を確認してください。', () => database(ctx)),
    tried('ファイルの保存先', engines.files.place?.advice ?? '空き容量と権限を確認してください。', () =>
      storage(engines.files),
    ),
    tried('ウイルス検査', '設定 CLAMD_URL と、clamd が動いているかを確認してください。', () => virusScanner(engines)),
    tried('メール', 'SMTP_URL と接続先のサーバーを確認してください。', () => mail(ctx, engines.mail)),
    tried('中継サーバー', '設定 TRUSTED_PROXIES を確認してください。', () => proxies(ctx, engines.trustedProxies)),
    tried('ジョブキュー', 'WORKER=off の場合は、WORKER=only のプロセスが別に動作しているか確認してください。', () =>
      queue(ctx),
    ),
  ])
})

type Found = { ok: boolean; fact: string; advice?: string }

async function tried(name: string, advice: string, look: () => Promise<Found>): Promise<Check> {
  try {
    const { advice: own = advice, ...found } = await look()
    return { name, ...found, ...(!found.ok && { advice: own }) }
  } catch (error) {
    return { name, ok: false, fact: error instanceof Error ? error.message : '応答がありません', advice }
  }
}

async function database({ db }: Ctx): Promise<Found> {
  const begun = performance.now()
  const { rows } = await sql<{ version: string; migrations: number; bytes: number }>`
    select current_setting('server_version') as version,
           (select count(*) from kysely_migration)::int as migrations,
           pg_database_size(current_database()) as bytes`.execute(db)
  const [row] = rows
  if (!row) return { ok: false, fact: '応答がありません' }
  const ms = Math.max(1, Math.round(performance.now() - begun))
  const size = formatNumber(Math.round(row.bytes / 1_048_576))
  return { ok: true, fact: `PostgreSQL ${row.version}・移行${row.migrations}件・${size}MB・${ms}ミリ秒` }
}

async function storage(place: Engines['files']): Promise<Found> {
  const key = `check/${crypto.randomUUID()}.txt`
  const begun = performance.now()
  const sent = new TextEncoder().encode(key)
  await place.put(key, sent)
  const back = await place.get(key)
  await place.delete(key)
  const same = back !== null && new TextDecoder().decode(back) === key
  const ms = Math.max(1, Math.round(performance.now() - begun))
  const done = same
    ? `書き込み・読み取り・削除に成功しました・${formatNumber(ms)}ミリ秒`
    : '書き込んだ内容と異なる内容が返されました'
  return { ok: same, fact: place.place ? `${place.place.name}・${done}` : done }
}

/**
 * Without a scanner, uploads are stored unchecked: fine for trying the app out, not where other people upload files.
 */
async function virusScanner({ environment, files: { scanner } }: Engines): Promise<Found> {
  if (!scanner) return { ok: environment !== 'production', fact: '設定されていません。アップロードは検査されません' }
  const version = await scanner.version()
  return { ok: version !== null, fact: version ?? '応答がありません。アップロードは受け付けられません' }
}

async function mail({ db }: Ctx, engine: Engines['mail']): Promise<Found> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where due_at is not null)::int as waiting,
           count(*) filter (where failed_at is not null)::int as failed
      from mails`.execute(db)
  const { waiting = 0, failed = 0 } = rows[0] ?? {}
  const answers = await engine.verify()
  const counts = `送信待ち${waiting}通・不達${failed}通`
  return {
    ok: answers && failed === 0,
    fact: `${engine.description}${answers ? '' : '（応答がありません）'}・${counts}`,
  }
}

async function proxies(ctx: Ctx, stated: number): Promise<Found> {
  const { fact, advice } = await proxyHealth(ctx, stated)
  return { ok: advice === null, fact, ...(advice !== null && { advice }) }
}

/** Some jobs run every minute: a worker that has missed three minutes is not working. One that failed when it ran last needs a look, too. */
async function queue({ db }: Ctx): Promise<Found> {
  const { rows } = await sql<{ seconds: number | null; waiting: number; failed: number }>`
    select extract(epoch from now() - max(completed_on) filter (where state = 'completed'))::int as seconds,
           count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
           (select count(*)::int from failed_jobs) as failed
      from jobs.job where name = ${scheduleQueue}`.execute(db)
  const { seconds = null, waiting = 0, failed = 0 } = rows[0] ?? {}
  if (seconds === null) return { ok: false, fact: 'まだ一度も動作していません（起動から1分ほどお待ちください）' }
  const isWorking = seconds < 180
  return {
    ok: isWorking && failed === 0,
    fact: `${seconds}秒前に動作しました・待ち${waiting}件・失敗した自動処理${failed}件`,
    ...(isWorking && { advice: '失敗した自動処理の理由を、ログの「job failed」で確認してください。' }),
  }
}
