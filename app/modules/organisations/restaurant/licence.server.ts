import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import type { DocumentId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Result } from '#kernel/result.ts'
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
  { ...licence }: NewLicence,
): Promise<Result<DocumentFacts, DocumentRefusal>> {
  const owner = managedRestaurant(ctx)
  return keepDocument(ctx, files, {
    ...licence,
    kind: 'business_licence',
    owner,
    also: async (within) => {
      const { name, status } = await organisationHead(within.db, owner)
      if (status !== 'approved') return
      const until = licence.expiresOn ? `（${formatDayWithYear(licence.expiresOn)}まで）` : ''
      await tellStaff(within, { ...owner, name, changes: { licence: ['', `新しい写し${until}`] } })
    },
  })
}

/** Removes a document that is no longer valid; it stays in the history. */
export async function withdrawLicence(ctx: Ctx, id: DocumentId): Promise<void> {
  await removeDocument(ctx, id, managedRestaurant(ctx))
}

function managedRestaurant({ actor }: Ctx) {
  const { restaurantId } = requireBuyer(actor)
  authorize(actor, 'organisation.manage', { farmId: null, restaurantId })
  return { restaurantId }
}
