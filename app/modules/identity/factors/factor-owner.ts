import type { AccountOwner } from '#access/rules.ts'

/** Whose second factors they are: a person's or an administrator's, never both's. */
export type FactorOwner = AccountOwner

/** As the two columns of a table, of which exactly one is filled. */
export const ownerColumns = (owner: FactorOwner) =>
  'personId' in owner ? { person_id: owner.personId, admin_id: null } : { person_id: null, admin_id: owner.adminId }

/** The column to look in, and for what. */
export const ownedBy = (owner: FactorOwner) =>
  'personId' in owner ? (['person_id', owner.personId] as const) : (['admin_id', owner.adminId] as const)

/** The owner as one word, for what is counted or marked. */
export const ownerWord = (owner: FactorOwner): string =>
  'personId' in owner ? `person:${owner.personId}` : `admin:${owner.adminId}`

/** The owner as the one a row in the history is about. */
export const aboutOwner = (owner: FactorOwner) =>
  'personId' in owner ? { aboutPersonId: owner.personId } : { aboutAdminId: owner.adminId }
