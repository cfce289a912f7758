import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const making = `import { makeTestFolder } from './scripts/test-folder.mjs'; console.log(makeTestFolder())`
const node = ['--input-type=module', '-e']

test('the folder of a run is gone when it has ended', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...node, making])
  expect(stdout.trim()).not.toBe('')
  expect(existsSync(stdout.trim())).toBe(false)
})

test('other users may enter the folder; what a killed run has left is removed by the next, and what a living one has is not', async () => {
  const [killed, alive] = [await run(), await run()]
  try {
    expect(statSync(killed.folder).mode & 0o777).toBe(0o755)
    killed.child.kill('SIGKILL')
    await once(killed.child, 'close')
    expect(existsSync(killed.folder)).toBe(true)

    await promisify(execFile)(process.execPath, [...node, making])
    expect([existsSync(killed.folder), existsSync(alive.folder)]).toEqual([false, true])
  } finally {
    alive.child.kill('SIGKILL')
    await rm(alive.folder, { recursive: true })
  }
})

async function run() {
  const child = spawn(process.execPath, [...node, `${making}; setInterval(() => {}, 1_000)`])
  const [line] = await once(child.stdout, 'data')
  return { child, folder: String(line).trim() }
}
