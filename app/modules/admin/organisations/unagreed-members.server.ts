import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { MemberRole, Side } from '#kernel/enums.ts'
import type { PersonId } from '#kernel/ids.ts'
import { owesConsent } from '#modules/content/consents.server.ts'
import { requireOrganisationsSeen } from './organisation-list.server.ts'

export type UnagreedMember = {
  personId: PersonId
  name: string
  email: string | null
  role: MemberRole
  side: Side
  organisation: string
  /** In the address of the organisation: `farm-<id>`. */
  ref: string
  /** Their last use; null: never, or longer ago than sessions are kept. */
  seenAt: Date | null
}

type Row = Omit<UnagreedMember, 'ref'> & { orgId: string; count: string }

/** More than staff call one after the other; the count says how many there are. */
export const mostUnagreed = 200

/**
 * Members of approved organisations who have not agreed to the terms or the privacy policy in force, those first who were
 * here last; and how many there are.
 */
export async function unagreedMembers(ctx: Ctx): Promise<{ members: UnagreedMember[]; count: number }> {
  requireOrganisationsSeen(ctx)
  const { rows } = await sql<Row>`
    select p.id as person_id, p.name, p.email, m.role, coalesce(f.name, r.name) as organisation,
           case when m.farm_id is null then 'restaurant' else 'farm' end as side,
           coalesce(m.farm_id, m.restaurant_id) as org_id,
           (select max(s.seen_at) from sessions s where s.person_id = p.id) as seen_at,
           count(*) over () as count
      from memberships m
      join people p on p.id = m.person_id and p.closed_at is null and p.suspended_at is null
      left join farms f on f.id = m.farm_id
      left join restaurants r on r.id = m.restaurant_id
     where coalesce(f.status, r.status) = 'approved' and ${owesConsent(sql.ref('p.id'), ctx.now)}
     order by seen_at desc nulls last, p.id, m.id
     limit ${mostUnagreed}`.execute(ctx.db)
  return {
    count: Number(rows[0]?.count ?? 0),
    members: rows.map(({ count: _, side, orgId, ...row }) => ({ ...row, side, ref: `${side}-${orgId}` })),
  }
}
