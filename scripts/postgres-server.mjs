import { existsSync, readdirSync } from 'node:fs'
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.mjs'

const debianVersions = '/usr/lib/postgresql'

/**
 * The test of DATABASE_URL runs a server of its own, reached over TCP with a password. Debian's is preferred, because
 * it is another version than the embedded one; if it is not available, the test uses the embedded binaries.
 */
export async function offerDebianPostgres() {
  if (!isThere() && canInstallDebianPackages()) {
    await installDebianPackages('postgresql').catch(({ message }) => console.log(message))
  }
  console.log(
    isThere() ? "Debian's PostgreSQL" : 'not there: DATABASE_URL is tested with the embedded binaries over TCP',
  )
}

function isThere() {
  if (!existsSync(debianVersions)) return false
  return readdirSync(debianVersions).some((version) => existsSync(`${debianVersions}/${version}/bin/initdb`))
}
