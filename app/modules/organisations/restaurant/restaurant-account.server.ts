import type { Updateable } from 'kysely'
import { z } from 'zod'
import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { Database } from '#infra/db/schema.ts'
import { type ClosingDay, closingDays, type OrgStatus, paymentMethods } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { hasCheckDigit } from '#kernel/invoice-number.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { lengthOf } from '#kernel/text.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { hasSavedCard } from '#modules/payments/card-holds/pay-by-card.server.ts'
import { hasAgreedDebit } from '#modules/payments/debit-agreed/agreed-debit.server.ts'
import type { DocumentFacts } from '../documents/document.ts'
import { documentsOf } from '../documents/keep-document.server.ts'
import {
  addressFields,
  BusinessTypeIn,
  KanaIn,
  Line,
  OptionalEmail,
  OptionalLine,
  PhoneIn,
  partyFields,
} from '../fields.server.ts'
import { typedOf } from '../sign-up/my-application.server.ts'
import { organisationHead } from '../sign-up/organisation-head.server.ts'
import { crestOf, representativeOf } from '../sign-up/organisation-rows.ts'
import { changesBetween, type TypedProfile } from '../sign-up/profile.ts'
import { missingText } from '../sign-up/profile-labels.ts'
import { type KitchenFacts, kitchensOf } from './kitchen.server.ts'
import { restaurantRefusals } from './restaurant-labels.ts'
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
  /** 口座振替: whether our bank may collect from its account. */
  debitAgreed: boolean
}

/** What the user's restaurant states about itself, and its kitchens; readable for every member. */
export const restaurantAccount = query('organisation.see', async (ctx): Promise<RestaurantAccount> => {
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
    debitAgreed: await hasAgreedDebit(ctx.db, restaurantId),
  }
})

/** The sections of the restaurant's own page that are saved separately. */
export type Section = 'shop' | 'legal' | 'billing'

const version = z.int()
const saved = { permission: 'organisation.manage', refusals: restaurantRefusals('changed_meanwhile') } as const

/** What is shown to others and on slips. */
export const saveShop = repeatable({
  ...saved,
  name: 'restaurant.save_shop',
  input: {
    version,
    tradeName: Line(60, missingText('店名')),
    tradeNameKana: KanaIn,
    crest: OptionalLine(2).refine((crest) => lengthOf(crest) <= 1, '1文字以下で入力してください'),
    businessType: BusinessTypeIn,
    phone: PhoneIn,
  },
  run: (ctx, input) =>
    saveSection(ctx, 'shop', input.version, {
      name: input.tradeName,
      kana: input.tradeNameKana,
      crest: input.crest || crestOf(input.tradeName),
      businessType: input.businessType,
      phone: input.phone,
    }),
})

/** The legal entity behind it: staff are notified when it changes. */
export const saveLegal = repeatable({
  ...saved,
  name: 'restaurant.save_legal',
  input: { version, ...partyFields },
  refusals: restaurantRefusals('changed_meanwhile', 'legal_name_missing', 'check_digit'),
  run: async (ctx, input) => {
    const { partyType, legalName, invoiceNumber } = input
    const corporation = partyType === 'corporation'
    if (corporation && legalName === '') return refuse('legal_name_missing')
    if (corporation && invoiceNumber && !hasCheckDigit(invoiceNumber)) return refuse('check_digit')
    const representative = representativeOf(input)
    return saveSection(ctx, 'legal', input.version, {
      partyType,
      legalName: corporation ? legalName : representative,
      representative,
      representativeKana: `${input.lastNameKana}　${input.firstNameKana}`,
      invoiceRegistrationNumber: invoiceNumber,
    })
  },
})

/** Where invoices are sent, the closing day, and how they are paid. Without a billing address, the first kitchen's. */
export const saveBilling = repeatable({
  ...saved,
  name: 'restaurant.save_billing',
  input: {
    version,
    billingName: OptionalLine(80),
    billingEmail: OptionalEmail,
    closingDay: z.int('締め日を選択してください').transform((typed, issue): ClosingDay => {
      const day = closingDays.find((known) => known === typed)
      if (day) return day
      issue.addIssue({ code: 'custom', message: '締め日を選択してください' })
      return z.NEVER
    }),
    paymentMethod: z.enum(paymentMethods, { error: '支払方法を選択してください' }),
    address: z.object(addressFields).nullable(),
  },
  refusals: restaurantRefusals('changed_meanwhile', 'card_missing', 'debit_not_agreed'),
  run: async (ctx, { address, ...input }) => {
    const { restaurantId } = requireBuyer(ctx.actor)
    if (input.paymentMethod === 'card' && !(ctx.cards && (await hasSavedCard(ctx.db, restaurantId))))
      return refuse('card_missing')
    if (input.paymentMethod === 'direct_debit' && !(await hasAgreedDebit(ctx.db, restaurantId)))
      return refuse('debit_not_agreed')
    return saveSection(ctx, 'billing', input.version, {
      billingName: input.billingName,
      billingEmail: input.billingEmail,
      billingPostalCode: address?.postalCode ?? '',
      billingPrefectureCode: address?.prefectureCode ?? '',
      billingCity: address?.city ?? '',
      billingStreet: address ? `${address.town}${address.street}` : '',
      billingBuilding: address?.building ?? '',
      closingDay: input.closingDay,
      paymentMethod: input.paymentMethod,
      billingSavedAt: ctx.now,
    })
  },
})

/**
 * Saves one section. `version`: the one that the owner has seen; if another change was faster, nothing changes. For an
 * approved restaurant, staff are notified of changes to what they have checked.
 */
async function saveSection(
  ctx: Ctx,
  section: Section,
  version: number,
  columns: Updateable<Database['restaurants']>,
): Promise<Result<{ changed: boolean }, 'changed_meanwhile'>> {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'organisation.manage', { farmId: null, restaurantId })
  return ctx.db.transaction().execute(async (db): Promise<Result<{ changed: boolean }, 'changed_meanwhile'>> => {
    const head = await organisationHead(db, { restaurantId }, true)
    if (head.version !== version) return refuse('changed_meanwhile')
    const before = await typedAccount(db, restaurantId)
    await db
      .updateTable('restaurants')
      .set({ ...columns, version: version + 1 })
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
    .select(['phone', 'crest', 'closingDay', 'paymentMethod'])
    .select(['billingName', 'billingEmail', 'billingPostalCode', 'billingPrefectureCode'])
    .select(['billingCity', 'billingStreet', 'billingBuilding'])
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow(() => new NotFound('restaurant'))
  const all = await typedOf(db, { restaurantId })
  const own = Object.fromEntries(accountFieldNames.map((name) => [name, all[name] ?? '']))
  return {
    ...own,
    crest: row.crest,
    phone: row.phone,
    billingName: row.billingName,
    billingEmail: row.billingEmail,
    postalCode: row.billingPostalCode,
    prefectureCode: row.billingPrefectureCode,
    city: row.billingCity,
    town: '',
    street: row.billingStreet,
    building: row.billingBuilding,
    closingDay: String(row.closingDay),
    paymentMethod: row.paymentMethod,
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
