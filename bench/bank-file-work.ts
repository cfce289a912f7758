import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../app/infra/db/connect.server.ts'
import { bankFilePreview, importBankFile, uploadBankFile } from '../app/modules/payments/import-bank-file.server.ts'
import { staffOn } from './staff-on.ts'

/** What bank-file.ts measures; its argument is the folder of the data. */
const [, , folder = ''] = process.argv

/** The three steps of staff, in a process of its own; says how long each took. */
async function work(): Promise<void> {
  const { pool, close } = await openDatabase({ dataDir: folder, poolSize: 3 })
  const ctx = await staffOn(pool)
  const bytes = await readFile(join(folder, 'bank-file.txt'))
  say(`| ready | | | ${mb()} |`)
  const file = await step('upload', () =>
    uploadBankFile(ctx, { key: randomUUID(), bytes, fileName: 'bench.txt', accountId: undefined }),
  )
  if (!file.ok) throw new Error(JSON.stringify(file))
  await step('preview', () => bankFilePreview(ctx, file.value.fileId))
  const done = await step('import', () => importBankFile(ctx, { key: randomUUID(), fileId: file.value.fileId }))
  const again = await step('import again', () => importBankFile(ctx, { key: randomUUID(), fileId: file.value.fileId }))
  say(`\n${JSON.stringify({ done, again })}`)
  await close()
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const mb = () => `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`

async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const before = process.cpuUsage()
  const done = await run()
  const { user, system } = process.cpuUsage(before)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  say(`| ${name} | ${seconds(performance.now() - began)} | ${seconds((user + system) / 1000)} | ${mb()} |`)
  return done
}

await work()
