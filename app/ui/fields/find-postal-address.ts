import { parsePrefCode } from '#kernel/place.ts'
import type { AddressFinding, PostalAddress } from '#kernel/postal-address.ts'
import type { PostalCode } from '#kernel/postal-code.ts'
import { apiClient } from '#ui/api-client.ts'

/** Asks our own API. An unknown code and a failed connection have different messages. */
export async function findPostalAddress(code: PostalCode): Promise<AddressFinding> {
  const answer = await apiClient()
    .request(`/postal-codes/${code}`)
    .catch(() => null)
  if (answer?.status === 404) return { kind: 'unknown' }
  const address = answer?.status === 200 ? addressIn(answer.body, code) : null
  return address ? { kind: 'found', address } : { kind: 'no_answer' }
}

/** The response as the contract promises it; null for anything else. */
function addressIn(body: unknown, postalCode: PostalCode): PostalAddress | null {
  if (typeof body !== 'object' || body === null) return null
  const { prefectureCode, prefecture, city, towns, mayBeElsewhere }: Partial<Record<string, unknown>> = { ...body }
  const code = parsePrefCode(prefectureCode)
  if (!code || typeof prefecture !== 'string' || typeof city !== 'string' || !Array.isArray(towns)) return null
  return {
    postalCode,
    prefectureCode: code,
    prefecture,
    city,
    towns: towns.filter((town) => typeof town === 'string'),
    mayBeElsewhere: mayBeElsewhere === true,
    business: null,
  }
}
