import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const renewMs = 500
const abandonedAfterMs = 5_000

/**
 * Does `work` when no other process does its own under the same path; says first, by `onWait`, that it has to wait. Needs
 * Node 20 alone, which has no lock of the operating system: the lock is a folder whose time is renewed, and one that was
 * not renewed for 5 s belongs to a process that was killed.
 */
export async function oneAtATime(path, work, onWait) {
  mkdirSync(dirname(path), { recursive: true })
  let seen = null
  while (!take(path)) {
    if (seen === null) onWait()
    const renewedAt = renewalOf(path)
    if (renewedAt !== seen?.renewedAt) seen = { renewedAt, at: performance.now() }
    else if (performance.now() - seen.at > abandonedAfterMs) rmSync(path, { recursive: true, force: true })
    await sleep(100)
  }
  const renewing = setInterval(() => renew(path), renewMs)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    rmSync(path, { recursive: true, force: true })
  }
}

function take(path) {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function renew(path) {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // removed by hand
  }
}

/** null: it has just been released. */
const renewalOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null
