import { z } from 'zod'
import type { AccountOwner } from '#authorization/rules.ts'
import { IdOf } from '#kernel/schema.ts'

/** Whose second factors they are: a person's or an administrator's, never both's. */
export type FactorOwner = AccountOwner

export const OwnerIn = z.union([
  z.strictObject({ personId: IdOf<'person'>('会員') }),
  z.strictObject({ adminId: IdOf<'admin'>('担当者') }),
])

/** As the two columns of a table, exactly one of which is set. */
export const ownerColumns = (owner: FactorOwner) =>
  'personId' in owner ? { personId: owner.personId, adminId: null } : { personId: null, adminId: owner.adminId }

/** The column to search, and its value. */
export const ownedBy = (owner: FactorOwner) =>
  'personId' in owner ? (['personId', owner.personId] as const) : (['adminId', owner.adminId] as const)

/** The owner as one word, for counters and marks. */
export const ownerWord = (owner: FactorOwner): string =>
  'personId' in owner ? `person:${owner.personId}` : `admin:${owner.adminId}`

/** The owner as the subject of a history row. */
export const aboutOwner = (owner: FactorOwner) =>
  'personId' in owner ? { aboutPersonId: owner.personId } : { aboutAdminId: owner.adminId }
