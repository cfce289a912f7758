import { minuteOfDay } from '#kernel/jst.ts'
import type { Row } from './bulk.ts'
import names from './data/names.json' with { type: 'json' }
import type { MakeId } from './ids.ts'
import type { Random } from './random.ts'

/** Every user of the demo has an address. */
export type Person = Row<'people'> & { email: string }

export function personAt(id: MakeId, email: string, name: string, joinedAt: Date): Person {
  const own: Person['id'] = id(joinedAt)
  return {
    id: own,
    email,
    name,
    emailVerifiedAt: joinedAt,
    suspendedAt: null,
    nameKana: '',
    closedAt: null,
    createdAt: joinedAt,
    theme: null,
    textSize: null,
    lastMembershipId: null,
    announcementMails: true,
    priceMails: true,
    quietFrom: minuteOfDay('22:00'),
    quietUntil: minuteOfDay('05:00'),
    oldNoticeKeyHash: null,
  }
}

/** Names with their readings, as pairs: 佐藤 サトウ. */
export type Named = { text: string; kana: string }

export const named = ([text = '', kana = '']: readonly string[]): Named => ({ text, kana })

export const givenName = (random: Random): Named => named(random.pick(names.given))

/** All demo users have the same password; it is hashed once, because hashing is slow on purpose. */
export function accountsOf(people: readonly Person[], phc: string) {
  return {
    identities: people.map(
      (person): Row<'identities'> => ({
        provider: 'embedded',
        issuer: 'embedded',
        subject: person.id,
        personId: person.id,
        email: person.email,
        linkedAt: null,
      }),
    ),
    passwords: people.map((person): Row<'passwords'> => ({ personId: person.id, phc, changedAt: person.createdAt })),
  }
}
