import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { OrgStatus } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import type { DocumentFacts } from '../documents/document.ts'
import { documentsOf } from '../documents/keep-document.server.ts'
import { typedOf } from '../sign-up/my-application.server.ts'
import { organisationHead } from '../sign-up/organisation-head.server.ts'
import { changesBetween, type TypedProfile } from '../sign-up/profile.ts'
import { readSection, type Section } from './account-sections.server.ts'
import { type KitchenFacts, kitchensOf } from './kitchen.server.ts'
import { tellStaff } from './tell-staff.server.ts'

export type RestaurantAccount = {
  version: number
  status: OrgStatus
  /** The saved values, as the fields show them. */
  typed: TypedProfile
  /** The name of its picture (kernel/picture-name.ts). */
  logo: string | null
  kitchens: KitchenFacts[]
  /** 営業許可証 and other documents, for owners only. */
  documents: DocumentFacts[]
  mayManage: boolean
}

/** What the user's restaurant states about itself, and its kitchens; readable for every member. */
export async function restaurantAccount(ctx: Ctx): Promise<RestaurantAccount> {
  const { restaurantId } = requireBuyer(ctx.actor)
  const org = { farmId: null, restaurantId }
  authorize(ctx.actor, 'organisation.see', org)
  const { version, status } = await organisationHead(ctx.db, { restaurantId })
  const mayManage = can(ctx.actor, 'organisation.manage', org)
  return {
    version,
    status,
    typed: await typedAccount(ctx.db, restaurantId),
    logo: await logoOf(ctx.db, restaurantId),
    kitchens: await kitchensOf(ctx.db, restaurantId),
    documents: mayManage ? await documentsOf(ctx.db, { restaurantId }) : [],
    mayManage,
  }
}

export type SaveRefusal = { ok: false; refusal: 'fields'; fields: Record<string, string> }
type Saved = Result<{ changed: boolean }, 'changed_meanwhile'> | SaveRefusal

/**
 * Saves one section. `version`: the one that the owner has seen; if another change was faster, nothing changes. For an
 * approved restaurant, staff are notified of changes to what they have checked.
 */
export async function saveRestaurant(
  ctx: Ctx,
  { section, typed, version }: { section: Section; typed: TypedProfile; version: number },
): Promise<Saved> {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'organisation.manage', { farmId: null, restaurantId })
  const read = readSection(section, typed)
  if (!read.ok) return { ok: false, refusal: 'fields', fields: read.fields }
  return ctx.db.transaction().execute(async (db): Promise<Saved> => {
    const head = await organisationHead(db, { restaurantId }, true)
    if (head.version !== version) return refuse('changed_meanwhile')
    const before = await typedAccount(db, restaurantId)
    await db
      .updateTable('restaurants')
      .set({ ...read.columns, version: version + 1 })
      .where('id', '=', restaurantId)
      .execute()
    const changes = changesBetween(before, await typedAccount(db, restaurantId))
    if (Object.keys(changes).length === 0) return ok({ changed: false })
    const legal = section === 'legal' && head.status === 'approved'
    await recordEvent(db, ctx, {
      kind: legal ? 'legal_facts_changed' : 'profile_changed',
      aboutRestaurantId: restaurantId,
      data: { changes },
    })
    if (legal) await tellStaff({ ...ctx, db }, { restaurantId, name: head.name, changes })
    return ok({ changed: true })
  })
}

async function logoOf(db: DbOrTx, restaurantId: RestaurantId): Promise<string | null> {
  const row = await db.selectFrom('restaurants').select('logo').where('id', '=', restaurantId).executeTakeFirst()
  return row?.logo ?? null
}

/** The fields of all sections. The address is the billing address; delivery addresses belong to the kitchens. */
async function typedAccount(db: DbOrTx, restaurantId: RestaurantId): Promise<TypedProfile> {
  const row = await db
    .selectFrom('restaurants')
    .select(['phone', 'crest', 'closing_day', 'payment_method'])
    .select(['billing_name', 'billing_email', 'billing_postal_code', 'billing_prefecture_code'])
    .select(['billing_city', 'billing_street', 'billing_building'])
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow(() => new NotFound('restaurant'))
  const all = await typedOf(db, { restaurantId })
  const own = Object.fromEntries(accountFieldNames.map((name) => [name, all[name] ?? '']))
  return {
    ...own,
    crest: row.crest,
    phone: row.phone,
    billingName: row.billing_name,
    billingEmail: row.billing_email,
    postalCode: row.billing_postal_code,
    prefectureCode: row.billing_prefecture_code,
    city: row.billing_city,
    town: '',
    street: row.billing_street,
    building: row.billing_building,
    closingDay: String(row.closing_day),
    paymentMethod: row.payment_method,
  }
}

const accountFieldNames = [
  'tradeName',
  'tradeNameKana',
  'businessType',
  'partyType',
  'legalName',
  'lastName',
  'firstName',
  'lastNameKana',
  'firstNameKana',
  'invoiceNumber',
] as const
