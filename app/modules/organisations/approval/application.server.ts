import { sql } from 'kysely'
import { z } from 'zod'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { GoodsKind, OrgStatus, PartyType } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatMoment } from '#kernel/format.ts'
import type { PersonId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { PostalAddress } from '#kernel/postal-address.ts'
import { type PostalCode, readPostalCode } from '#kernel/postal-code.ts'
import { DayIn } from '#kernel/schema.ts'
import type { DocumentFacts } from '../documents/document.ts'
import { documentsOf } from '../documents/keep-document.server.ts'
import { type OrgRef, sideOf } from '../org-ref.ts'
import { statedRegistration } from '../registration/registrations.server.ts'
import { type Applicant, type Check, checksOf } from './checks.ts'
import { type Screening, screenedNames, screeningResults } from './screening.ts'

/** The postal codes of this installation; null for an unknown one. */
export type FindPostalAddress = (code: PostalCode) => Promise<PostalAddress | null>

export type Application = {
  org: OrgRef
  status: OrgStatus
  version: number
  statusReason: string | null
  submittedAt: Date | null
  reviewedAt: Date | null
  createdAt: Date
  kana: string
  /** 和食, フレンチ …; of restaurants only. */
  businessType: string | null
  applicant: Applicant
  owner: { personId: PersonId; email: string } | null
}

type Row = {
  name: string
  kana: string
  status: OrgStatus
  version: number
  statusReason: string | null
  submittedAt: Date | null
  reviewedAt: Date | null
  createdAt: Date
  partyType: PartyType
  legalName: string
  representative: string
  representativeKana: string
  registrationNumber: string | null
  businessType: string | null
  phone: string
  goodsKinds: GoodsKind[]
  postalCode: string | null
  prefectureCode: string | null
  city: string | null
  street: string | null
  building: string | null
  personId: PersonId | null
  personName: string | null
  personKana: string | null
  email: string | null
}

const common = sql`
  o.name, o.kana, o.status, o.version, o.status_reason, o.submitted_at, o.reviewed_at, o.created_at, o.party_type,
  o.legal_name, o.representative, o.representative_kana,
  p.id as person_id, p.name as person_name, p.name_kana as person_kana, p.email`

/**
 * What an organisation has stated about itself, and who is responsible for it; NotFound if it does not exist. One
 * query.
 */
export async function readApplication(db: DbOrTx, org: OrgRef): Promise<Application> {
  const asked =
    'farmId' in org
      ? sql<Row>`
          select ${common}, ${statedRegistration(sql`o.id`)} as registration_number, null as business_type, o.phone, o.goods_kinds, o.postal_code, o.prefecture_code, o.city,
                 o.street, o.building
            from farms o ${ownerOf(sql`farm_id`)} where o.id = ${org.farmId}`
      : sql<Row>`
          select ${common}, o.invoice_registration_number as registration_number, o.business_type, coalesce(nullif(o.phone, ''), k.phone, '') as phone,
                 '{}'::text[] as goods_kinds, k.postal_code, k.prefecture_code, k.city, k.street, k.building
            from restaurants o ${ownerOf(sql`restaurant_id`)}
            left join lateral (select * from kitchens where restaurant_id = o.id order by closed_at is not null, id limit 1) k on true
           where o.id = ${org.restaurantId}`
  const { rows } = await asked.execute(db)
  const [row] = rows
  if (!row) throw new NotFound('organisation')
  return toApplication(org, row)
}

/** The first owner; in an organisation without one, its first member. */
const ownerOf = (column: ReturnType<typeof sql>) => sql`
  left join lateral (
    select people.* from memberships m join people on people.id = m.person_id
     where m.${column} = o.id order by m.role, m.id limit 1
  ) p on true`

const toApplication = (org: OrgRef, row: Row): Application => ({
  org,
  status: row.status,
  version: row.version,
  statusReason: row.statusReason,
  submittedAt: row.submittedAt,
  reviewedAt: row.reviewedAt,
  createdAt: row.createdAt,
  kana: row.kana,
  businessType: row.businessType,
  applicant: {
    side: sideOf(org),
    partyType: row.partyType,
    name: row.name,
    legalName: row.legalName,
    representative: row.representative,
    representativeKana: row.representativeKana,
    personName: row.personName ?? '',
    personKana: row.personKana ?? '',
    registrationNumber: row.registrationNumber,
    postalCode: row.postalCode ?? '',
    prefectureCode: row.prefectureCode ?? '',
    city: row.city ?? '',
    street: row.street ?? '',
    building: row.building ?? '',
    phone: row.phone,
    goodsKinds: row.goodsKinds,
  },
  owner: row.personId && row.email ? { personId: row.personId, email: row.email } : null,
})

export type CheckedApplication = Application & { documents: DocumentFacts[]; checks: Check[] }

/** An application with its documents and every check of it as of `now`. Four queries. */
export async function checkedApplication(
  db: DbOrTx,
  now: Date,
  org: OrgRef,
  findPostal: FindPostalAddress,
): Promise<CheckedApplication> {
  const application = await readApplication(db, org)
  const documents = await documentsOf(db, org)
  const { applicant } = application
  const code = readPostalCode(applicant.postalCode)
  const checks = checksOf({
    applicant,
    documents,
    postal: code.ok ? await findPostal(code.value) : null,
    phoned: await lastCall(db, org, applicant.phone),
    screened: await lastScreening(db, org, applicant),
    today: jstDateOf(now),
  })
  return { ...application, documents, checks }
}

/** When staff reached them at this number; a call to an earlier number proves nothing about this one. */
async function lastCall(db: DbOrTx, org: OrgRef, phone: string) {
  const row = await lastEvent(db, org, 'organisation_phoned')
    .where(sql<boolean>`data->>'phone' = ${phone}`)
    .executeTakeFirst()
  return row ? { by: row.by, at: row.at, said: formatMoment(row.at) } : null
}

const Recorded = z.object({ result: z.enum(screeningResults), source: z.string(), checkedOn: DayIn })

async function lastScreening(db: DbOrTx, org: OrgRef, applicant: Applicant): Promise<Screening | null> {
  const row = await lastEvent(db, org, 'organisation_screened')
    .where(sql<boolean>`data->>'names' = ${screenedNames(applicant)}`)
    .executeTakeFirst()
  return row ? { by: row.by, ...Recorded.parse(row.data) } : null
}

const lastEvent = (db: DbOrTx, org: OrgRef, kind: string) =>
  db
    .selectFrom('events')
    .select(['at', 'actorName as by', 'data'])
    .where('farmId' in org ? 'aboutFarmId' : 'aboutRestaurantId', '=', 'farmId' in org ? org.farmId : org.restaurantId)
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
