import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { kyselyOn } from '#infra/db/kysely.server.ts'
import { operatorOf } from '#infra/operator.server.ts'
import type { Settings } from '#infra/settings.server.ts'
import { fileStore } from '#infra/storage/file-store.server.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { prepareDemoCodes } from '#modules/identity/demo-codes.server.ts'
import { hashPassword, verifyPassword } from '#modules/identity/password.server.ts'
import { seedDemo } from '../db/seed/seed.ts'

const people = [
  ['chef@example.jp', '飲食店の料理人', '/auth/signIn'],
  ['owner@example.jp', '飲食店の店長', '/auth/signIn'],
  ['newchef@example.jp', '飲食店の新しい料理人（最初に規約への同意）', '/auth/signIn'],
  ['manager@example.jp', '飲食店の別の店長（他の店でも勤務）', '/auth/signIn'],
  ['shop5@example.jp', '支払期日を過ぎた請求書がある飲食店', '/auth/signIn'],
  ['farmer@example.jp', '生産者（熊本・八代）', '/auth/signIn'],
  ['helper@example.jp', 'その農園の手伝い（箱詰め）', '/auth/signIn'],
  ['viewer@example.jp', 'その農園の家族（閲覧のみ）', '/auth/signIn'],
  ['farmer2@example.jp', '生産者（千葉・匝瑳）', '/auth/signIn'],
  ['farmer3@example.jp', '生産者', '/auth/signIn'],
  ['hub@example.jp', '共同便の運行事業者（商品を販売しない）', '/auth/signIn'],
  ['applicant8@example.jp', '承認されたばかりの飲食店（最初の注文までの準備）', '/auth/signIn'],
  ['applicant9@example.jp', '承認されたばかりの農園（最初の受注までの準備）', '/auth/signIn'],
  ['admin@example.jp', '運営', '/admin/signin'],
  ['admin2@example.jp', '運営の同僚', '/admin/signin'],
] as const

/** Creates the demo market at the first start, and returns the lines that say how to sign in. */
export async function prepareDemo(
  pool: pg.Pool,
  {
    settings,
    encryption,
    now,
    say,
  }: { settings: Settings; encryption: Encryption; now: Date; say: (line: string) => void },
): Promise<string[]> {
  const password = settings.DEMO_PASSWORD ?? (await storedPassword(settings.DATA_DIR))
  const made = await seedDemo(pool, {
    now,
    products: settings.DEMO_PRODUCTS,
    password,
    files: fileStore(settings),
    books: { encryption, operator: operatorOf(settings) },
  })
  if (made.seeded)
    say(
      `Demo data: ${made.farms} farms, ${made.products} products, ${made.orders} orders, ${made.seconds.toFixed(1)} s`,
    )
  else await setPassword(pool, password, now)
  await prepareDemoCodes(kyselyOn(pool), now, encryption)
  return [
    'Demo sign-ins:',
    ...people.map(([email, who, door]) => `  ${email.padEnd(20)} ${who}  ${door}`),
    `  password: ${password}`,
    '  the second step of 運営: /test/codes shows the codes that their phones would',
  ]
}

/** The printed password is the one that works, also if it changed since the first start. */
async function setPassword(pool: pg.Pool, password: string, now: Date): Promise<void> {
  const emails = people.map(([email]) => email)
  const { rows } = await pool.query<{ phc: string }>(
    'select phc from passwords where person_id = (select id from people where email = $1)',
    [emails[0]],
  )
  const phc = rows[0]?.phc
  if (!phc || (await verifyPassword(phc, password))) return
  const fresh = await hashPassword(password)
  await pool.query(
    `update passwords set phc = $1, changed_at = $2 where person_id in (select id from people where email = any ($3))`,
    [fresh, now, emails],
  )
  await pool.query('update admins set phc = $1 where email = any ($2)', [fresh, emails])
}

/** Generated once and stored beside the data, so that it is the same after a restart. */
async function storedPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'demo-password')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    const password = `demo-${randomBytes(6).toString('base64url')}`
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, `${password}\n`, { mode: 0o600 })
    return password
  }
}
