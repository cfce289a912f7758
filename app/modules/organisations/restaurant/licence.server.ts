import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Result } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import type { DocumentFacts, DocumentRefusal } from '../documents/document.ts'
import { keepDocument, removeDocument } from '../documents/keep-document.server.ts'
import { organisationHead } from '../sign-up/organisation-head.server.ts'
import { tellStaff } from './tell-staff.server.ts'

export type NewLicence = { bytes: Uint8Array; fileName: string; expiresOn: JstDate | null }

/** A 営業許可証 of an approved restaurant, for instance the successor of an older one; staff check it. */
export async function handInLicence(
  ctx: Ctx,
  files: FileStore,
  licence: NewLicence,
): Promise<Result<DocumentFacts, DocumentRefusal>> {
  const owner = managedRestaurant(ctx)
  return keepDocument(ctx, { ...licence, kind: 'business_licence', owner }, files, async (within) => {
    const { name, status } = await organisationHead(within.db, owner)
    if (status !== 'approved') return
    const until = licence.expiresOn ? `（${formatDayWithYear(licence.expiresOn)}まで）` : ''
    await tellStaff(within, { ...owner, name, changes: { licence: ['', `新しい写し${until}`] } })
  })
}

/** Removes a document that is no longer valid; it stays in the history. */
export const withdrawLicence = repeatable({
  name: 'licence.withdraw',
  permission: 'organisation.manage',
  input: { id: IdOf<'document'>('書類') },
  refusals: noRefusals,
  run: async (ctx, { id }) => {
    return removeDocument(ctx, { id, owner: managedRestaurant(ctx) })
  },
})

function managedRestaurant({ actor }: Ctx) {
  const { restaurantId } = requireBuyer(actor)
  authorize(actor, 'organisation.manage', { farmId: null, restaurantId })
  return { restaurantId }
}
