import { randomUUID } from 'node:crypto'
import { query } from './database.ts'

/**
 * A new member of a demo user's organisation, with the same password, who has agreed to nothing yet. A consent is never
 * taken back, so every test that gives one needs a person of its own. Returns the e-mail address to sign in with.
 */
export async function newColleagueOf(colleague: string): Promise<string> {
  const [id, membership] = [randomUUID(), randomUUID()]
  const email = `new-${id}@example.jp`
  await query(
    `with beside as (select m.farm_id, m.restaurant_id, w.phc from people p
                       join memberships m on m.person_id = p.id join passwords w on w.person_id = p.id
                      where p.email = $3),
          person as (insert into people (id, email, name, email_verified_at, created_at) values ($1, $2, '新しい人', now(), now())),
          password as (insert into passwords (person_id, phc, changed_at) select $1, phc, now() from beside)
     insert into memberships (id, person_id, farm_id, restaurant_id, role)
     select $4, $1, farm_id, restaurant_id, 'staff' from beside`,
    [id, email, colleague, membership],
  )
  return email
}

/**
 * A user who has signed a restaurant up and not confirmed the address, with the password of a demo person. Returns the
 * e-mail address to sign in with.
 */
export async function newUnproven(like = 'chef@example.jp'): Promise<string> {
  const email = await newColleagueOf(like)
  await query(
    `with place as (insert into restaurants (id, name, kana, crest, representative, business_type, status, created_at)
                    values ($2, 'ビストロ 畝', 'ビストロウネ', '畝', '新しい人', 'フレンチ', 'draft', now())),
          person as (update people set email_verified_at = null where email = $1 returning id)
     update memberships set restaurant_id = $2, role = 'owner' from person where person_id = person.id`,
    [email, randomUUID()],
  )
  return email
}

/** Gives a person two tokens, a calendar feed and a passkey, as if they had made them. */
export async function giveKeys(email: string): Promise<void> {
  await query(
    `with member as (select m.id, m.person_id from memberships m join people p on p.id = m.person_id where p.email = $1),
          tokens as (insert into api_tokens (id, prefix, hash, person_id, membership_id, name, scopes, created_at, expires_at)
                     select gen_random_uuid(), left(md5(random()::text), 10), decode(md5(random()::text) || md5(random()::text), 'hex'),
                            person_id, id, name, '{orders.read}', now(), now() + interval '30 days'
                       from member, unnest(array['会計ソフト', '受発注ソフト']) name),
          feed as (insert into calendar_feeds (membership_id, hash, created_at)
                   select id, decode(md5(random()::text) || md5(random()::text), 'hex'), now() from member)
     insert into passkeys (credential_id, person_id, public_key, counter, transports, backed_up, name, created_at)
     select gen_random_uuid()::text, person_id, '\\x00', 0, '{}', false, '古い端末', now() from member`,
    [email],
  )
}
