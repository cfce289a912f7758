import type { Ctx } from '#access/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { type DocumentKind, documentKinds, type Side } from '#kernel/words.ts'
import { type DocumentOwner, documentRefusalText, maxDocuments } from '#modules/organisations/documents/document.ts'
import { keepDocument, removeDocument } from '#modules/organisations/documents/keep-document.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'

/**
 * Keeps the papers that were chosen in a form; the sentence if one of them cannot be. What is kept stays, whatever else
 * is wrong with the form.
 */
export async function keepChosen(
  ctx: Ctx,
  files: FileStore,
  { form, side, owner }: { form: FormData; side: Side; owner: DocumentOwner },
): Promise<string | null> {
  const kind = kindIn(form, side)
  const chosen = form.getAll('documents').filter((file) => file instanceof File && file.size > 0)
  for (const file of chosen.slice(0, maxDocuments + 1)) {
    if (!(file instanceof File)) continue
    const bytes = new Uint8Array(await file.arrayBuffer())
    const kept = await keepDocument(ctx, files, { bytes, fileName: file.name, kind, owner })
    if (!kept.ok) return `「${file.name}」：${documentRefusalText[kept.refusal]}`
  }
  return null
}

function kindIn(form: FormData, side: Side): DocumentKind {
  if (side === 'restaurant') return 'business_licence'
  return documentKinds.find((kind) => kind === form.get('documentKind')) ?? 'permit'
}

/** Takes out the paper that was pressed; true if one was pressed, whether or not it was there still. */
export async function removePressed(ctx: Ctx, form: FormData, owner: DocumentOwner): Promise<boolean> {
  if (!form.has('remove')) return false
  const id = parseId<'document'>(form.get('remove'))
  if (id)
    await removeDocument(ctx, id, owner).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error
    })
  return true
}
