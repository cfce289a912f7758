import { type AddressFinding, type PostalAddress, partsToFill } from '#kernel/postal-address.ts'
import { type PostalCode, readPostalCode } from '#kernel/postal-code.ts'

type Typed = Record<string, string>
type Asked = { typed: Typed; finding: AddressFinding | undefined }

/**
 * For forms with `AddressFields` in a browser without script: 「住所を検索」 and the choice of a town submit the form, and
 * this returns what to show in it. Null if the form was submitted for its own purpose. Nothing typed is lost: only
 * empty parts are filled in.
 */
export async function askedForAddress(
  typed: Typed,
  find: (code: PostalCode) => Promise<PostalAddress | null>,
): Promise<Asked | null> {
  const { 'find-address': asks, 'choose-town': town, ...rest } = typed
  if (town !== undefined) return { typed: { ...rest, town }, finding: undefined }
  if (asks === undefined) return null
  const code = readPostalCode(rest.postalCode ?? '')
  if (!code.ok) return { typed: rest, finding: { kind: 'no_code' } }
  const address = await find(code.value)
  if (!address) return { typed: rest, finding: { kind: 'unknown' } }
  const now = { prefectureCode: rest.prefectureCode ?? '', city: rest.city ?? '', town: rest.town ?? '' }
  return { typed: { ...rest, ...partsToFill(now, null, address) }, finding: { kind: 'found', address } }
}
