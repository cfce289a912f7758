import { sql } from 'kysely'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { IssuedDocumentId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import { registrationOn } from '#modules/organisations/registration/registrations.server.ts'
import type { DocumentKind } from './document-filter.ts'

/** A document that stands, and names another registration of a farm than is recorded for the day of supply. */
export type OutdatedDocument = {
  id: IssuedDocumentId
  number: string
  kind: DocumentKind
  issuedOn: JstDate
  counterparty: string
  farm: string
  /** T and 13 digits as printed, and as recorded now; null: not registered. */
  printed: string | null
  recorded: string | null
  /** The first and the last day of supply that is printed wrongly, and how many slips are. */
  fromOn: JstDate
  toOn: JstDate
  slips: number
}

/** For so many days after a farm's registration changed, its documents are compared with it. */
const lookBackDays = 400
const mostShown = 50

/**
 * The documents that a change of a registration, told after they were issued, has made wrong (消費税法第57条の4: the issuer
 * corrects them). Staff replace each; the new one names what is recorded, and so it is no longer here. A statement that is
 * paid is not replaced, and not here.
 */
export const outdatedDocuments = query(
  'desk.see',
  async (ctx: Ctx): Promise<{ count: number; rows: OutdatedDocument[] }> => {
    requireSignedIn(ctx)
    seeOrNotFound(ctx.actor, 'desk.see', null)
    const recordedOf = (day: string) => registrationOn(sql.ref('f.id'), sql.raw(day))
    const { rows } = await sql<OutdatedDocument & { count: string }>`
      with changed as materialized (
        select about_farm_id as id, max(at) as at from events
         where kind = 'registration_changed' and at > ${addDays(jstDateOf(ctx.now), -lookBackDays)}::date
           and about_farm_id is not null group by 1),
      standing as materialized (
        select distinct f.id as farm_id, d.id
          from changed f join charges c on c.farm_id = f.id join closing_charges k on k.charge_id = c.id
          join issued_documents d on d.closing_id = k.closing_id and d.kind in ('invoice', 'statement') and d.at < f.at
        union
        select f.id, d.id from changed f join issued_documents d on d.farm_id = f.id and d.kind = 'delivery_slip' and d.at < f.at),
      printed as (
        select s.farm_id, d.id, slip ->> 'farmNumber' as number, (slip ->> 'suppliedOn')::date as day
          from standing s join issued_documents d on d.id = s.id and d.kind <> 'delivery_slip'
         cross join jsonb_array_elements(d.content -> 'slips') slip where slip ->> 'farmId' = s.farm_id::text
        union all
        select s.farm_id, d.id, d.content #>> '{issuer,registrationNumber}', (d.content ->> 'deliveryOn')::date
          from standing s join issued_documents d on d.id = s.id and d.kind = 'delivery_slip')
      select d.id, d.number, d.kind, d.issued_on as "issuedOn", d.counterparty, f.name as farm, p.number as printed,
             ${recordedOf('p.day')} as recorded, min(p.day) as "fromOn", max(p.day) as "toOn", count(*)::int as slips,
             count(*) over () as count
        from printed p join issued_documents d on d.id = p.id join farms f on f.id = p.farm_id
       where p.number is distinct from ${recordedOf('p.day')}
         and not exists (select from document_voids v where v.document_id = d.id)
         and not exists (select from issued_documents n where n.supersedes = d.id)
         and not exists (select from pay_run_items i join pay_runs r on r.id = i.run_id
                          where i.document_id = d.id and i.ended_at is null and r.sent_at is not null)
       group by d.id, f.id, p.number, recorded
       order by d.issued_on, d.number limit ${mostShown}`.execute(ctx.db)
    return {
      count: Number(rows[0]?.count ?? 0),
      rows: rows.map(({ count: _, ...row }) => row),
    }
  },
)
