import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

const patience = { timeout: 20_000, interval: 20 }
const well = [0, null]

async function aFolder() {
  const folder = await temporaryFolder('one-at-a-time')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Processes that write into one file that they begin, and that they end once they may. */
async function aPlaceOfWork() {
  const folder = await aFolder()
  const [file, lock, mayEnd] = ['file', 'cache/lock', 'may-end'].map((name) => join(folder, name))
  const code = `
    import { appendFileSync, existsSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    const { oneAtATime } = await import('./scripts/one-at-a-time.mjs')
    const [file, lock, mayEnd] = process.argv.slice(1)
    const write = (word) => appendFileSync(file, word + ' ')
    const work = async () => {
      write('begin')
      while (!existsSync(mayEnd)) await sleep(20)
      write('end')
    }
    await oneAtATime(lock, work, () => write('wait'))`
  const start = () => {
    const args = ['--input-type=module', '-e', code, ...[file, lock, mayEnd].map(String)]
    const child = spawn(process.execPath, args, { stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
    return { kill: () => child.kill('SIGKILL'), ended: once(child, 'exit') }
  }
  const written = async () => (await readFile(String(file), 'utf8')).trim()
  return {
    start,
    written,
    untilWritten: (words: string) => vi.waitFor(async () => expect(await written()).toBe(words), patience),
    letEnd: () => writeFile(String(mayEnd), ''),
  }
}

test('the work of two processes is done one after the other', async () => {
  const { start, untilWritten, letEnd, written } = await aPlaceOfWork()
  const both = [start(), start()]
  await untilWritten('begin wait')
  await letEnd()
  expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([well, well])
  expect(await written()).toBe('begin wait end begin end')
})

test('what a killed process held is free again soon, and what a living one holds is not', async () => {
  const { start, untilWritten, letEnd, written } = await aPlaceOfWork()
  const first = start()
  await untilWritten('begin')
  first.kill()
  await first.ended
  const second = start()
  await untilWritten('begin wait begin')
  const third = start()
  await untilWritten('begin wait begin wait')
  await sleep(6_000)
  expect(await written()).toBe('begin wait begin wait')
  await letEnd()
  expect(await Promise.all([second.ended, third.ended])).toEqual([well, well])
  expect(await written()).toBe('begin wait begin wait end begin end')
})

test('two first starts in one folder install the packages once', async () => {
  const root = await aFolder()
  await mkdir(join(root, 'scripts'))
  for (const script of ['run.mjs', 'one-at-a-time.mjs'])
    await copyFile(join('scripts', script), join(root, 'scripts', script))
  await writeFile(join(root, 'scripts/tasks.mjs'), '')
  await writeFile(join(root, 'package.json'), '{}')
  await writeFile(join(root, 'package-lock.json'), '{"packages":{"":{}}}')
  const npm =
    '#!/bin/sh\necho once >> installed\nsleep 1\nmkdir node_modules\ncp package-lock.json node_modules/.package-lock.json\n'
  await mkdir(join(root, 'bin'))
  await writeFile(join(root, 'bin/npm'), npm, { mode: 0o755 })

  const env = { ...process.env, PATH: [join(root, 'bin'), process.env.PATH].join(delimiter) }
  const starts = Array.from({ length: 2 }, () =>
    once(spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'start'], { env, stdio: 'ignore' }), 'exit'),
  )
  expect(await Promise.all(starts)).toEqual([well, well])
  expect(await readFile(join(root, 'installed'), 'utf8')).toBe('once\n')
})
