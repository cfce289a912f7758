import { parsePrefCode } from '#kernel/place.ts'
import { type PostalAddress, townsOf } from '#kernel/postal-address.ts'
import { type PostalCode, readPostalCode } from '#kernel/postal-code.ts'

/**
 * The postal codes of Japan Post, from a package on this machine: no other service learns who lives where. Its tables
 * are 4 MB and are loaded with the first look-up. Null for an unknown code, which may simply be newer than the package.
 */
export async function findPostalAddress(postalCode: PostalCode): Promise<PostalAddress | null> {
  const { getAddress } = await import('yubin')
  const row = getAddress(postalCode)
  const prefectureCode = parsePrefCode(row?.jisCode.slice(0, 2))
  if (!row || !prefectureCode) return null
  const { prefecture, city, town } = row
  const place = { postalCode, prefectureCode, prefecture, city, towns: townsOf(town, city) }
  if (row.source === 'ken_all')
    return { ...place, mayBeElsewhere: row.multiTown && place.towns.length > 0, business: null }
  return { ...place, mayBeElsewhere: false, business: { name: row.companyName, street: row.streetAddress } }
}

/** The municipality of a postal code as it was typed; '' for anything else. */
export async function cityOfPostalCode(typed: string): Promise<string> {
  const read = readPostalCode(typed)
  return (read.ok && (await findPostalAddress(read.value))?.city) || ''
}
