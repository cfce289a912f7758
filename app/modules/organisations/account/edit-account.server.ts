import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { goodsKinds } from '#kernel/enums.ts'
import { readInvoiceNumber } from '#kernel/invoice-number.ts'
import { ok, refuse } from '#kernel/result.ts'
import { RowVersion, Written } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { changePerson } from '#modules/identity/people-store.server.ts'
import { type Application, readApplication } from '../approval/application.server.ts'
import { requireDecider } from '../approval/decide-application.server.ts'
import { addressFields, Line, OptionalKana, OptionalLine, OrgIn, optional, readBy } from '../fields.server.ts'
import { aboutOrg } from '../org-ref.ts'
import { organisationRefusals } from '../refusal-text.ts'
import { type AccountValues, differences } from './account-fields.ts'

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
  goodsKinds: applicant.goodsKinds,
})

/**
 * Staff correct an account, with a reason. Every field that changed is in the history with its previous value, so that
 * every change can be traced. The address used to sign in is not among them: it takes two administrators
 * (identity/account-changes); neither is a farm's registration, which counts by day (registration).
 */
export const editAccount = mutation({
  name: 'organisation.edit',
  permission: 'members.decide',
  input: {
    org: OrgIn,
    version: RowVersion,
    reason: Written(2_000, '理由を入力してください。記録に残ります。'),
    name: Line(120, '店名・農園名を入力してください。'),
    kana: OptionalKana.refine((kana) => kana !== '', 'フリガナを入力してください。').transform(String),
    legalName: OptionalLine(120),
    representative: Line(120, '代表者名を入力してください。'),
    representativeKana: OptionalKana.transform(String),
    personName: Line(120, '氏名を入力してください。'),
    personKana: OptionalKana.transform(String),
    phone: z
      .string()
      .trim()
      .max(20, '20文字以下で入力してください。')
      .regex(/^[0-9０-９()\-－ー\s]*$/, '電話番号を数字で入力してください。')
      .default(''),
    registrationNumber: optional(readBy(readInvoiceNumber, () => 'Tと13桁の数字で入力してください。')).transform(
      String,
    ),
    postalCode: addressFields.postalCode.transform(String),
    prefectureCode: addressFields.prefectureCode.transform(String),
    city: Line(120, '市区町村を入力してください。'),
    street: Line(120, '町名・番地を入力してください。'),
    building: OptionalLine(120),
    businessType: OptionalLine(120),
    goodsKinds: z.array(z.enum(goodsKinds)).readonly().default([]),
  },
  refusals: organisationRefusals('changed_meanwhile', 'reason_missing', 'nothing_changed', 'key_reused'),
  guard: requireDecider,
  run: async (within, { org, version, reason, key: _, ...values }) => {
    const before = await readApplication(within.db, org)
    if (before.version !== version) return refuse('changed_meanwhile')
    if (reason === '') return refuse('reason_missing')
    const changes = differences(before.applicant.side, accountValues(before), values)
    if (changes.length === 0) return refuse('nothing_changed')
    if (!(await save(within, before, values))) return refuse('changed_meanwhile')
    await recordEvent(within.db, within, {
      kind: 'organisation_edited',
      ...aboutOrg(org),
      ...(before.owner && { aboutPersonId: before.owner.personId }),
      reason,
      data: {
        before: Object.fromEntries(changes.map(({ field, from }) => [field, from])),
        after: Object.fromEntries(changes.map(({ field, to }) => [field, to])),
      },
    })
    return ok({ name: values.name, changed: changes.length })
  },
})

async function save({ db }: Ctx, before: Application, values: AccountValues): Promise<boolean> {
  const { org, version, owner } = before
  const common = {
    name: values.name,
    kana: values.kana,
    legalName: values.legalName,
    representative: values.representative,
    representativeKana: values.representativeKana,
    phone: values.phone,
    version: version + 1,
  }
  const address = {
    postalCode: values.postalCode,
    prefectureCode: values.prefectureCode,
    city: values.city,
    street: values.street,
    building: values.building,
  }
  const saved =
    'farmId' in org
      ? await db
          .updateTable('farms')
          .set({ ...common, ...address, goodsKinds: [...values.goodsKinds] })
          .where('id', '=', org.farmId)
          .where('version', '=', version)
          .returning('id')
          .executeTakeFirst()
      : await db
          .updateTable('restaurants')
          .set({
            ...common,
            businessType: values.businessType,
            invoiceRegistrationNumber: values.registrationNumber === '' ? null : values.registrationNumber,
          })
          .where('id', '=', org.restaurantId)
          .where('version', '=', version)
          .returning('id')
          .executeTakeFirst()
  if (!saved) return false
  if ('restaurantId' in org)
    await db
      .updateTable('kitchens')
      .set(address)
      .where(
        'id',
        '=',
        sql<never>`(select id from kitchens where restaurant_id = ${org.restaurantId} order by closed_at is not null, id limit 1)`,
      )
      .execute()
  if (owner) await changePerson(db, owner.personId, { name: values.personName, nameKana: values.personKana })
  return true
}
