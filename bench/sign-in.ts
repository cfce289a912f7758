import { kyselyOn } from '../app/infra/db/kysely.server.ts'
import { hashPassword, verifyPassword } from '../app/modules/identity/password.server.ts'
import { actorOf } from '../app/modules/identity/session-store.server.ts'
import { signIn } from '../app/modules/identity/sign-in.server.ts'
import { password, RunningApp } from '../tests/support/running-app.ts'

/**
 * `npm run bench:sign-in`: the cost of a sign-in and of a session look-up, in processor time of the app's process (all
 * its threads; argon2 runs beside the main one) and in elapsed time, one after the other, beside a bare prepared query
 * in the same run. The database's own processor time is in neither. Prints Markdown.
 */
const chef = { email: 'chef@example.jp', password, channel: 'cookie', ip: null, userAgent: null } as const

const app = await RunningApp.start(600)
const database = await app.database()
const { pool } = database
const ctx = () => ({ db: kyselyOn(pool), now: new Date() })
try {
  const came = await signIn(ctx(), chef)
  if (!came.ok || !('token' in came.value)) throw new Error('the demo chef could not sign in')
  const { token } = came.value
  const phc = await hashPassword(password)
  const bare = await cost(
    () =>
      pool.query({
        name: 'bench-bare',
        text: 'select person_id from sessions where id_hash = $1',
        values: [Buffer.alloc(32)],
      }),
    2_000,
  )
  const rows = {
    'bare prepared query (`select … from sessions where id_hash = $1`)': bare,
    'session look-up (`actorOf`: person, place, kitchens, consents)': await cost(
      () => actorOf(ctx(), token, 'cookie'),
      2_000,
    ),
    'argon2id alone (19,456 KiB, 2 passes, 1 lane)': await cost(() => verifyPassword(phc, password), 200),
    'sign-in, right password (`signIn`: limits, argon2id, session)': await cost(() => signIn(ctx(), chef), 200),
    'sign-in, address nobody has': await cost(
      (index) => signIn(ctx(), { ...chef, email: `nobody${index}@example.jp` }),
      200,
    ),
  }
  process.stdout.write('| what | CPU ms each | by the clock ms p50 | CPU, ratio to the bare query | runs |\n')
  process.stdout.write('| --- | --: | --: | --: | --: |\n')
  for (const [what, { cpuMs, p50, runs }] of Object.entries(rows))
    process.stdout.write(
      `| ${what} | ${cpuMs.toFixed(3)} | ${p50.toFixed(2)} | ${(cpuMs / bare.cpuMs).toFixed(1)}× | ${runs} |\n`,
    )
} finally {
  await database.close()
  await app.end()
}

type Cost = { cpuMs: number; p50: number; runs: number }

/** One after the other, after a warm-up: processor time of this process for each, and the median of the times. */
async function cost(run: (index: number) => Promise<unknown>, runs: number): Promise<Cost> {
  for (let index = 0; index < 20; index++) await run(runs + index)
  const times: number[] = []
  const before = process.cpuUsage()
  for (let index = 0; index < runs; index++) {
    const began = performance.now()
    await run(index)
    times.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(before)
  times.sort((a, b) => a - b)
  return { cpuMs: (user + system) / 1_000 / runs, p50: times[Math.floor(runs / 2)] ?? Number.NaN, runs }
}
