import { refusalOfVisitor } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { Forbidden, NotFound } from '#kernel/errors.ts'
import type { FarmId, RestaurantId } from '#kernel/ids.ts'
import { canBeMended } from '../application-process.ts'
import type { DocumentFacts } from '../documents/document.ts'
import { documentsOf } from '../documents/keep-document.server.ts'
import type { OrgRef } from '../org-ref.ts'
import { registrationsOf } from '../registration/registrations.server.ts'
import { type OrganisationHead, organisationHead } from './organisation-head.server.ts'
import type { TypedProfile } from './profile.ts'

export type MyApplication = OrganisationHead & {
  documents: DocumentFacts[]
  /** The owner may change it and submit it again now. */
  mayMend: boolean
}

/** The organisation the user works for, as rules and documents refer to it. */
export function ownOrganisation(ctx: Pick<Ctx, 'actor'>): OrgRef {
  if (ctx.actor.kind === 'buyer') return { restaurantId: ctx.actor.restaurantId }
  if (ctx.actor.kind === 'farm') return { farmId: ctx.actor.farmId }
  throw ctx.actor.kind === 'visitor' ? refusalOfVisitor(ctx.actor, 'application') : new Forbidden('application')
}

/** The same, as a rule reads it. */
export const sidesOf = (org: OrgRef): { farmId: FarmId | null; restaurantId: RestaurantId | null } => ({
  farmId: 'farmId' in org ? org.farmId : null,
  restaurantId: 'restaurantId' in org ? org.restaurantId : null,
})

/** The status of the user's own application, for the panel and the page. */
export async function myApplication(ctx: Ctx): Promise<MyApplication> {
  const org = ownOrganisation(ctx)
  const head = await organisationHead(ctx.db, org)
  const mayMend = canBeMended(head.status) && can(ctx.actor, 'application.change', sidesOf(org))
  return { ...head, documents: await documentsOf(ctx.db, org), mayMend }
}

/** What was submitted, as the fields show it. */
export async function myProfile(ctx: Ctx): Promise<TypedProfile> {
  return typedOf(ctx.db, ownOrganisation(ctx))
}

/** The stored values of an organisation, as the fields of the form show them. */
export async function typedOf(db: DbOrTx, org: OrgRef): Promise<TypedProfile> {
  if ('farmId' in org) {
    const row = await db
      .selectFrom('farms')
      .selectAll()
      .where('id', '=', org.farmId)
      .executeTakeFirstOrThrow(() => new NotFound('farm'))
    const stated = (await registrationsOf(db, [org.farmId])).get(org.farmId)?.find(({ untilOn }) => untilOn === null)
    return {
      ...commonOf(row),
      ...addressOf(row),
      invoiceNumber: stated?.number ?? '',
      invoiceFrom: stated?.fromOn ?? '',
      goodsKinds: row.goodsKinds.join(','),
      shipWeekdays: row.shipWeekdays.join(','),
    }
  }
  const row = await db
    .selectFrom('restaurants')
    .selectAll()
    .where('id', '=', org.restaurantId)
    .executeTakeFirstOrThrow(() => new NotFound('restaurant'))
  const kitchen = await db
    .selectFrom('kitchens')
    .selectAll()
    .where('restaurantId', '=', org.restaurantId)
    .orderBy('id')
    .executeTakeFirstOrThrow(() => new NotFound('kitchen'))
  return {
    ...commonOf(row),
    ...addressOf(kitchen),
    invoiceNumber: row.invoiceRegistrationNumber ?? '',
    businessType: row.businessType,
    receivingWeekdays: kitchen.receivingWeekdays.join(','),
    slot: kitchen.defaultSlot,
    receivingNote: kitchen.receivingNote,
  }
}

type CommonRow = {
  name: string
  kana: string
  partyType: string
  legalName: string
  representative: string
  representativeKana: string
}

function commonOf(row: CommonRow): TypedProfile {
  const [lastName = '', firstName = ''] = row.representative.split(/[\s　]+/)
  const [lastNameKana = '', firstNameKana = ''] = row.representativeKana.split(/[\s　]+/)
  return {
    tradeName: row.name,
    tradeNameKana: row.kana,
    partyType: row.partyType,
    legalName: row.partyType === 'corporation' ? row.legalName : '',
    lastName,
    firstName,
    lastNameKana,
    firstNameKana,
  }
}

type AddressRow = {
  postalCode: string
  prefectureCode: string
  city: string
  street: string
  building: string
  phone: string
}

const addressOf = (row: AddressRow): TypedProfile => ({
  postalCode: row.postalCode,
  prefectureCode: row.prefectureCode,
  city: row.city,
  town: '',
  street: row.street,
  building: row.building,
  phone: row.phone,
})
