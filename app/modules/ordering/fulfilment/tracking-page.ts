import { ok, type Result, refuse } from '#kernel/result.ts'
import { readWebAddress } from '#kernel/web-address.ts'

/** Stands for `{n}` while the address is read, which would escape the braces. */
const hole = 'number0of0the0parcel'

/**
 * The page on which people follow a parcel of a carrier that we do not know, as a farm states it: an https address, in which
 * `{n}` may stand for the number. Null if left empty.
 */
export function readTrackingPage(typed: string): Result<string | null, 'tracking_page_wrong'> {
  const said = typed.normalize('NFKC').trim()
  if (said === '') return ok(null)
  const read = readWebAddress(said.replaceAll('{n}', hole))
  // a number in the host would choose whose page it is
  if (!read.ok || read.value.hostname.includes(hole)) return refuse('tracking_page_wrong')
  const page = read.value.href.replaceAll(hole, '{n}')
  return page.length > 300 ? refuse('tracking_page_wrong') : ok(page)
}
