import type { Ctx } from '#authorization/ctx.ts'
import { type DocumentKind, documentKinds, type Side } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { signUpLimits } from '#modules/identity/account-limits.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import { type DocumentOwner, documentRefusalText, maxDocuments } from '#modules/organisations/documents/document.ts'
import { keepDocument, removeDocument } from '#modules/organisations/documents/keep-document.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'

type Chosen = {
  form: FormData
  side: Side
  owner: DocumentOwner
  ip: string | null
  /** Additional work for each document, in its transaction. */
  also?: ((within: Ctx) => Promise<void>) | undefined
}

/**
 * Stores the documents that were selected in a form; the sentence if one of them is refused. Stored ones stay, whatever
 * else is wrong with the form.
 */
export async function keepChosen(
  ctx: Ctx,
  files: FileStore,
  { form, side, owner, ip, also }: Chosen,
): Promise<string | null> {
  const kind = kindIn(form, side)
  const chosen = form.getAll('documents').filter((file) => file instanceof File && file.size > 0)
  for (const file of chosen.slice(0, maxDocuments + 1)) {
    if (!(file instanceof File)) continue
    // creating a draft costs nothing, so its uploads are counted by network
    if ('draftHash' in owner && (await waitAfter(ctx, 'paper-ip', ip, signUpLimits.papers)) > 0)
      return `「${file.name}」：この回線からの書類の送信が続いています。1時間ほどあけて、もう一度お試しください。`
    const bytes = new Uint8Array(await file.arrayBuffer())
    const kept = await keepDocument(ctx, { bytes, fileName: file.name, kind, owner }, files, also)
    if (!kept.ok) return `「${file.name}」：${documentRefusalText[kept.refusal]}`
  }
  return null
}

function kindIn(form: FormData, side: Side): DocumentKind {
  if (side === 'restaurant') return 'business_licence'
  return documentKinds.find((kind) => kind === form.get('documentKind')) ?? 'permit'
}

/** Removes the document whose button was pressed; true if one was pressed, whether or not it still existed. */
export async function removeSubmitted(ctx: Ctx, form: FormData, owner: DocumentOwner): Promise<boolean> {
  if (!form.has('remove')) return false
  const id = parseId<'document'>(form.get('remove'))
  if (id)
    await removeDocument(ctx, { id, owner }).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error
    })
  return true
}
