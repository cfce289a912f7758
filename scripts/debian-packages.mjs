import { existsSync } from 'node:fs'
import { run } from './processes.ts'

/** Only root on Debian can install system packages without a prompt. */
export function canInstallDebianPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

export async function installDebianPackages(...names) {
  console.log(`Installing ${names.join(', ')} (apt-get) …`)
  const silently = { DEBIAN_FRONTEND: 'noninteractive' }
  const waitForOthers = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=3']
  // an installation that was killed stops every later one; apt-get says what else is wrong
  await run('dpkg', ['--configure', '-a'], silently).catch(() => {})
  await run('apt-get', ['update', '-qq', ...waitForOthers], silently)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...waitForOthers, ...names], silently)
}
