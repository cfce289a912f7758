import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { DocumentSides } from '#authorization/rules.ts'
import { documentKinds } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type DocumentId, newId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Bytes, DayIn, IdOf } from '#kernel/schema.ts'
import { type IdempotencyRefusal, idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { type InputOf, noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { newFileKey } from '#modules/photos/file-key.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { scanUpload } from '#modules/photos/scan-upload.server.ts'
import { aboutOrg, type OrgRef } from '../org-ref.ts'
import {
  type DocumentFacts,
  type DocumentOwner,
  type DocumentRefusal,
  documentRefusals,
  documentStoreKey,
  maxDocuments,
} from './document.ts'
import { type ReadDocument, readDocument } from './read-document.server.ts'

/** The sign-up of this browser, or the caller's organisation. */
const owner = z.custom<DocumentOwner>()

const newDocument = {
  bytes: Bytes,
  fileName: z.string(),
  kind: z.enum(documentKinds),
  owner,
  /** As stated by the uploader; staff record the date when they check it. */
  expiresOn: DayIn.nullable().optional(),
}

type NewDocument = InputOf<typeof newDocument>
/** Runs in the same transaction. */
type Also = (within: Ctx) => Promise<void>

/**
 * Stores an uploaded document. The bytes are written first: a row never refers to a missing file, and a file without a
 * row is swept away. The owner of a draft is identified by its cookie, so the cookie's hash is proof enough.
 */
export const keepDocument = repeatable({
  name: 'document.keep',
  permission: 'document.change',
  input: newDocument,
  refusals: documentRefusals,
  run: async (ctx, document, files: FileStore, also?: Also): Promise<Result<DocumentFacts, DocumentRefusal>> => {
    const kept = await keepFile(ctx, files, document)
    if (!kept.ok) return kept
    return ctx.db.transaction().execute(async (db) => {
      const written = await writeDocument({ ...ctx, db }, document, kept.value)
      if (written.ok) await also?.({ ...ctx, db })
      return written
    })
  },
})

/** The same for requests that may be retried: one document per key. */
export async function keepDocumentOnce(
  ctx: Ctx,
  files: FileStore,
  { key, ...document }: NewDocument & { key: string },
): Promise<Result<{ id: DocumentId }, DocumentRefusal | IdempotencyRefusal>> {
  const kept = await keepFile(ctx, files, document)
  if (!kept.ok) return kept
  const { kind, fileName, bytes } = document
  const said = { kind, fileName, hash: createHash('sha256').update(bytes).digest('hex') }
  return idempotent<{ id: DocumentId }, DocumentRefusal>(ctx, 'document.add', key, said, async (within) => {
    const written = await writeDocument(within, document, kept.value)
    return written.ok ? ok({ id: written.value.id }) : written
  })
}

type KeptFile = ReadDocument & { fileKey: string }

async function keepFile(
  ctx: Ctx,
  files: FileStore,
  { bytes, owner }: NewDocument,
): Promise<Result<KeptFile, DocumentRefusal>> {
  authorize(ctx.actor, 'document.change', sidesOf(owner))
  const unsafe = await scanUpload(files, bytes)
  if (unsafe) return refuse(unsafe)
  const read = await readDocument(bytes)
  if (!read.ok) return read
  const fileKey = newFileKey()
  await files.put(documentStoreKey(fileKey), read.value.bytes)
  return ok({ ...read.value, fileKey })
}

async function writeDocument(
  ctx: Ctx,
  { fileName, kind, owner, expiresOn = null }: NewDocument,
  { bytes, mediaType, fileKey }: KeptFile,
): Promise<Result<DocumentFacts, DocumentRefusal>> {
  const { db } = ctx
  await lockOwner(db, owner)
  if ((await documentsOf(db, owner)).length >= maxDocuments) return refuse('document_too_many')
  const id = newId<'document'>()
  const row = await db
    .insertInto('documents')
    .values({
      id,
      kind,
      ...columnsOf(owner),
      fileKey,
      mediaType,
      fileName: tidyName(fileName),
      byteCount: bytes.length,
      issuedOn: null,
      expiresOn,
      addedAt: ctx.now,
      removedAt: null,
      checkedAt: null,
      checkedBy: null,
    })
    .returning(shown)
    .executeTakeFirstOrThrow()
  if (!('draftHash' in owner)) {
    await touchIfSubmitted(db, owner)
    await recordEvent(db, ctx, { kind: 'document_added', ...aboutOrg(owner), aboutDocumentId: id, data: { kind } })
  }
  return ok(row)
}

/** The documents that the user's own farm has uploaded, in the order in which they were added. */
export async function ownDocuments(ctx: Ctx): Promise<DocumentFacts[]> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'document.see', sidesOf({ farmId }))
  return documentsOf(ctx.db, { farmId })
}

/** Serialised: two concurrent uploads would both count as the tenth. */
async function lockOwner(db: DbOrTx, owner: DocumentOwner): Promise<void> {
  const found =
    'draftHash' in owner
      ? await db.selectFrom('signupDrafts').select('idHash').where('idHash', '=', owner.draftHash).forUpdate().execute()
      : 'farmId' in owner
        ? await db.selectFrom('farms').select('id').where('id', '=', owner.farmId).forNoKeyUpdate().execute()
        : await db
            .selectFrom('restaurants')
            .select('id')
            .where('id', '=', owner.restaurantId)
            .forNoKeyUpdate()
            .execute()
  if (found.length === 0) throw new NotFound('document owner')
}

/** Raises the version, so that staff who decide about the application learn that its documents have changed. */
async function touchIfSubmitted(db: DbOrTx, org: OrgRef): Promise<void> {
  const next = { version: sql<number>`version + 1` }
  if ('farmId' in org)
    await db.updateTable('farms').set(next).where('id', '=', org.farmId).where('status', '=', 'submitted').execute()
  else
    await db
      .updateTable('restaurants')
      .set(next)
      .where('id', '=', org.restaurantId)
      .where('status', '=', 'submitted')
      .execute()
}

/** The documents of one owner, in the order in which they were added; removed ones only on request. */
export function documentsOf(db: DbOrTx, owner: DocumentOwner, { removed = false } = {}): Promise<DocumentFacts[]> {
  const asked = db.selectFrom('documents').select(shown).orderBy('addedAt').orderBy('id')
  const standing = removed ? asked : asked.where('removedAt', 'is', null)
  if ('draftHash' in owner) return standing.where('draftHash', '=', owner.draftHash).execute()
  if ('farmId' in owner) return standing.where('farmId', '=', owner.farmId).execute()
  return standing.where('restaurantId', '=', owner.restaurantId).execute()
}

/** The documents of a sign-up; the hash of its cookie is known to its browser only. */
export const documentsOfDraft = query('public', ({ db }: Pick<Ctx, 'db'>, draftHash: Buffer) =>
  documentsOf(db, { draftHash }),
)

/**
 * Removes a document. A sign-up's is deleted and its file swept; what an organisation once submitted stays in its
 * history. NotFound for other owners' documents.
 */
export const removeDocument = repeatable({
  name: 'document.remove',
  permission: 'document.change',
  input: { id: IdOf<'document'>('書類'), owner },
  refusals: noRefusals,
  run: async (ctx, { id, owner }) => {
    authorize(ctx.actor, 'document.change', sidesOf(owner))
    return ctx.db.transaction().execute(async (db) => {
      const standing = await documentsOf(db, owner)
      const it = standing.find((document) => document.id === id)
      if (!it) throw new NotFound('document')
      if ('draftHash' in owner) {
        await db.deleteFrom('documents').where('id', '=', id).where('draftHash', '=', owner.draftHash).execute()
        return ok(null)
      }
      const gone = await db
        .updateTable('documents')
        .set({ removedAt: ctx.now })
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .executeTakeFirst()
      if (Number(gone.numUpdatedRows) === 0) throw new NotFound('document')
      await touchIfSubmitted(db, owner)
      await recordEvent(db, ctx, {
        kind: 'document_removed',
        ...aboutOrg(owner),
        aboutDocumentId: id,
        data: { kind: it.kind },
      })
      return ok(null)
    })
  },
})

/** What its owner now says about a document; staff check it again. */
export async function restateDocument(
  db: DbOrTx,
  id: DocumentId,
  facts: { number: string; authority: string; expiresOn: JstDate | null },
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ ...facts, checkedAt: null, checkedBy: null })
    .where('id', '=', id)
    .execute()
}

/** Documents of a sign-up are passed to the organisation made from it, in its transaction. */
export async function moveDraftDocuments(db: DbOrTx, draftHash: Buffer, owner: OrgRef): Promise<number> {
  const moved = await db
    .updateTable('documents')
    .set({ ...columnsOf(owner) })
    .where('draftHash', '=', draftHash)
    .executeTakeFirst()
  return Number(moved.numUpdatedRows)
}

/**
 * The bytes of a document. `draftHash` is that of the requester's sign-up cookie, if any. A submitted sign-up shows
 * none: whether its documents have been passed to an account would reveal whether the address already had one.
 */
export async function documentBytes(
  ctx: Ctx,
  files: FileStore,
  asked: { id: DocumentId; draftHash: Buffer | null },
): Promise<{ bytes: Uint8Array; fileName: string; mediaType: 'image/webp' | 'application/pdf' }> {
  const row = await ctx.db
    .selectFrom('documents')
    .leftJoin('signupDrafts', 'signupDrafts.idHash', 'documents.draftHash')
    .select(['farmId', 'restaurantId', 'draftHash', 'fileKey', 'fileName', 'mediaType', 'removedAt'])
    .select('signupDrafts.committedAt')
    .where('id', '=', asked.id)
    .executeTakeFirst()
  if (!row || (row.removedAt && ctx.actor.kind !== 'staff')) throw new NotFound('document')
  const isOfDraft = row.draftHash !== null && asked.draftHash !== null && row.draftHash.equals(asked.draftHash)
  const draftShown = isOfDraft && row.committedAt === null
  seeOrNotFound(ctx.actor, 'document.see', { farmId: row.farmId, restaurantId: row.restaurantId, draftShown })
  const bytes = await files.get(documentStoreKey(row.fileKey))
  if (!bytes) throw new NotFound('document')
  return { bytes, fileName: row.fileName, mediaType: row.mediaType }
}

const shown = [
  'id',
  'kind',
  'fileName',
  'mediaType',
  'byteCount',
  'number',
  'authority',
  'holder',
  'issuedOn',
  'expiresOn',
  'goodsKinds',
  'addedAt',
  'removedAt',
  'checkedAt',
] as const

const sidesOf = (owner: DocumentOwner): DocumentSides => ({
  farmId: 'farmId' in owner ? owner.farmId : null,
  restaurantId: 'restaurantId' in owner ? owner.restaurantId : null,
  draftShown: 'draftHash' in owner,
})

const columnsOf = (owner: DocumentOwner) => ({
  draftHash: 'draftHash' in owner ? owner.draftHash : null,
  farmId: 'farmId' in owner ? owner.farmId : null,
  restaurantId: 'restaurantId' in owner ? owner.restaurantId : null,
})

/** The name of the file on the screen and in a header: one line, no folders, at most 120 characters. */
const tidyName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, '')
    .trim()
    .slice(0, 120) || '書類'
