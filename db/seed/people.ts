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
    email_verified_at: joinedAt,
    suspended_at: null,
    name_kana: '',
    closed_at: null,
    created_at: joinedAt,
    theme: null,
    text_size: null,
    last_membership_id: null,
    announcement_mails: true,
    price_mails: true,
    quiet_from: minuteOfDay('22:00'),
    quiet_until: minuteOfDay('05:00'),
    old_notice_key_hash: null,
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
        person_id: person.id,
        email: person.email,
        linked_at: null,
      }),
    ),
    passwords: people.map((person): Row<'passwords'> => ({ person_id: person.id, phc, changed_at: person.created_at })),
  }
}
