import { execFileSync } from 'node:child_process'
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.mjs'

/** The tests look at PDFs as pictures, and read their text. */
export async function findOrInstallPoppler() {
  if (!isThere() && canInstallDebianPackages()) await installDebianPackages('poppler-utils')
  if (!isThere()) throw new Error('No pdftoppm for the tests that look at PDFs. Install poppler (poppler-utils).')
  console.log('pdftoppm and pdftotext')
}

function isThere() {
  try {
    for (const name of ['pdftoppm', 'pdftotext']) execFileSync(name, ['-v'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
