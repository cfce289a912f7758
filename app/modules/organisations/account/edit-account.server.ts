import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { type Application, readApplication } from '../approval/application.server.ts'
import { requireDecider } from '../approval/decide-application.server.ts'
import { aboutOrg, type OrgRef } from '../org-ref.ts'
import type { OrganisationRefusal } from '../refusal-text.ts'
import { type AccountValues, differences, goodsIn, goodsText } from './account-fields.ts'

/** The current values of the account, as the form shows them. */
export const accountValues = ({ applicant, kana, businessType }: Application): AccountValues => ({
  name: applicant.name,
  kana,
  legalName: applicant.legalName,
  representative: applicant.representative,
  representativeKana: applicant.representativeKana,
  personName: applicant.personName,
  personKana: applicant.personKana,
  phone: applicant.phone,
  registrationNumber: applicant.registrationNumber ?? '',
  postalCode: applicant.postalCode,
  prefectureCode: applicant.prefectureCode,
  city: applicant.city,
  street: applicant.street,
  building: applicant.building,
  businessType: businessType ?? '',
  goodsKinds: goodsText(applicant.goodsKinds),
})

/**
 * Staff correct an account, with a reason. Every field that changed is in the history with its previous value, so that
 * every change can be traced. The address used to sign in is not among them: it takes two administrators
 * (identity/account-changes).
 */
export function editAccount(
  ctx: Ctx,
  step: { key: string; org: OrgRef; version: number; values: AccountValues; reason: string },
): Promise<Result<{ name: string; changed: number }, OrganisationRefusal>> {
  requireDecider(ctx)
  return idempotent(ctx, 'organisation.edit', step.key, step, async (within) => {
    const before = await readApplication(within.db, step.org)
    if (before.version !== step.version) return refuse('changed_meanwhile')
    if (step.reason === '') return refuse('reason_missing')
    const changes = differences(before.applicant.side, accountValues(before), step.values)
    if (changes.length === 0) return refuse('nothing_changed')
    if (!(await save(within, before, step.values))) return refuse('changed_meanwhile')
    await recordEvent(within.db, within, {
      kind: 'organisation_edited',
      ...aboutOrg(step.org),
      ...(before.owner && { aboutPersonId: before.owner.personId }),
      reason: step.reason,
      data: {
        before: Object.fromEntries(changes.map(({ field, from }) => [field, from])),
        after: Object.fromEntries(changes.map(({ field, to }) => [field, to])),
      },
    })
    return ok({ name: step.values.name, changed: changes.length })
  })
}

async function save({ db }: Ctx, before: Application, values: AccountValues): Promise<boolean> {
  const { org, version, owner } = before
  const common = {
    name: values.name,
    kana: values.kana,
    legal_name: values.legalName,
    representative: values.representative,
    representative_kana: values.representativeKana,
    phone: values.phone,
    invoice_registration_number: values.registrationNumber === '' ? null : values.registrationNumber,
    version: version + 1,
  }
  const address = {
    postal_code: values.postalCode,
    prefecture_code: values.prefectureCode,
    city: values.city,
    street: values.street,
    building: values.building,
  }
  const saved =
    'farmId' in org
      ? await db
          .updateTable('farms')
          .set({ ...common, ...address, goods_kinds: goodsIn(values.goodsKinds) })
          .where('id', '=', org.farmId)
          .where('version', '=', version)
          .returning('id')
          .executeTakeFirst()
      : await db
          .updateTable('restaurants')
          .set({ ...common, business_type: values.businessType })
          .where('id', '=', org.restaurantId)
          .where('version', '=', version)
          .returning('id')
          .executeTakeFirst()
  if (!saved) return false
  if ('farmId' in org)
    // the catalogue's search data depends on the farm
    await db
      .updateTable('product_search')
      .set({ prefecture_code: values.prefectureCode })
      .where('farm_id', '=', org.farmId)
      .execute()
  else
    await db
      .updateTable('kitchens')
      .set(address)
      .where(
        'id',
        '=',
        sql<never>`(select id from kitchens where restaurant_id = ${org.restaurantId} order by closed_at is not null, id limit 1)`,
      )
      .execute()
  if (owner)
    await db
      .updateTable('people')
      .set({ name: values.personName, name_kana: values.personKana })
      .where('id', '=', owner.personId)
      .execute()
  return true
}
