import { execFileSync } from 'node:child_process'
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.mjs'
import { run } from './processes.ts'

/**
 * A Chromium for the tests: an installed one, else Debian's, else Playwright's own. Its path goes into CHROMIUM, which
 * the Playwright configuration reads.
 */
export async function findOrInstallBrowser() {
  process.env.CHROMIUM = (await findBrowser()) ?? (await installBrowser())
  if (canInstallDebianPackages() && !hasJapaneseFont())
    await installDebianPackages('fonts-noto-cjk', 'fontconfig').catch(tell)
  console.log(process.env.CHROMIUM)
}

const tell = ({ message }) => console.log(message)

/** Japanese needs glyphs beyond the fonts we ship; without fontconfig Chromium finds none at all. */
function hasJapaneseFont() {
  try {
    return execFileSync('fc-list', [':lang=ja', 'file'], { timeout: 20_000 }).length > 0
  } catch {
    return false
  }
}

async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  const candidates = [
    process.env.CHROMIUM,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ]
  return candidates.find((path) => path && runs(path))
}

/** An existing file is not enough: Ubuntu's chromium-browser only says that it moved to snap. */
function runs(path) {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

async function installBrowser() {
  if (canInstallDebianPackages()) {
    // The headless one needs two thirds of the time; not every release of Debian has it.
    await installDebianPackages('chromium-headless-shell').catch(tell)
    if (!(await findBrowser())) await installDebianPackages('chromium').catch(tell)
  }
  const fromDebian = await findBrowser()
  if (fromDebian) return fromDebian

  await run('playwright', ['install', 'chromium'])
  const fromPlaywright = await findBrowser()
  if (fromPlaywright) return fromPlaywright
  throw new Error('No Chromium for the browser tests. Install one and name it: CHROMIUM=/path/to/chromium')
}
