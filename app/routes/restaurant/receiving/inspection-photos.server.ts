import type { Ctx } from '#authorization/ctx.ts'
import type { OrderLineId } from '#kernel/ids.ts'
import { claimTerms } from '#modules/ordering/claims/claim-terms.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import type { PhotoKey } from '#modules/photos/photo.ts'
import { photosOfField } from '#web/form-photos.server.ts'

/**
 * The photos of every line (`photo.<line>`), stored as drafts of the form; named in the form data, to be shown again.
 */
export async function photosOfLines(
  ctx: Ctx,
  files: FileStore,
  form: FormData,
  { key, lines }: { key: string; lines: readonly { id: OrderLineId }[] },
): Promise<{ of: Map<OrderLineId, PhotoKey[]>; typed: Record<string, string>; fields: Record<string, string> }> {
  const of = new Map<OrderLineId, PhotoKey[]>()
  const typed: Record<string, string> = {}
  const fields: Record<string, string> = {}
  for (const { id } of lines) {
    const asked = { form, field: `photo.${id}`, keptAs: `kept.${id}`, formKey: key, most: claimTerms.mostPhotos }
    const { keys, sentence } = await photosOfField(ctx, files, asked)
    if (sentence) fields[`photo.${id}`] = sentence
    for (const photo of keys) typed[`kept.${id}.${photo}`] = 'on'
    of.set(id, keys)
  }
  return { of, typed, fields }
}
