import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Settings } from '../app/infra/settings.server.ts'
import { seedDemo } from '../db/seed/seed.ts'

const people = [
  ['chef@example.jp', '飲食店の料理人', '/auth/signIn'],
  ['owner@example.jp', '飲食店の店長', '/auth/signIn'],
  ['farmer@example.jp', '生産者（熊本・八代）', '/auth/signIn'],
  ['farmer2@example.jp', '生産者（千葉・匝瑳）', '/auth/signIn'],
  ['farmer3@example.jp', '生産者', '/auth/signIn'],
  ['admin@example.jp', '運営', '/admin/signin'],
] as const

/** Makes the demo market at the first start, and returns the lines that say how to sign in. Never in production. */
export async function prepareDemo(
  pool: pg.Pool,
  settings: Settings,
  now: Date,
  say: (line: string) => void,
): Promise<string[]> {
  const password = settings.DEMO_PASSWORD ?? (await keptPassword(settings.DATA_DIR))
  const made = await seedDemo(pool, { now, products: settings.DEMO_PRODUCTS, password })
  if (made.seeded)
    say(
      `Demo data: ${made.farms} farms, ${made.products} products, ${made.orders} orders, ${made.seconds.toFixed(1)} s`,
    )
  return [
    'Demo sign-ins:',
    ...people.map(([email, who, door]) => `  ${email.padEnd(20)} ${who}  ${door}`),
    `  password: ${password}`,
  ]
}

/** Made once and kept beside the data, so that it is the same after a restart. */
async function keptPassword(dataDir: string): Promise<string> {
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
