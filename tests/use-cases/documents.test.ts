import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { fileStore } from '../../app/infra/storage/file-store.server.ts'
import { Forbidden, NotFound, Unauthenticated } from '../../app/kernel/errors.ts'
import { addHours } from '../../app/kernel/jst.ts'
import {
  type DocumentOwner,
  type DocumentRefusal,
  documentRefusalText,
  maxDocumentBytes,
  maxDocuments,
} from '../../app/modules/organisations/documents/document.ts'
import {
  documentBytes,
  documentsOf,
  keepDocument,
  moveDraftDocuments,
  removeDocument,
} from '../../app/modules/organisations/documents/keep-document.server.ts'
import { readDocument } from '../../app/modules/organisations/documents/read-document.server.ts'
import { sweepDocuments } from '../../app/modules/organisations/documents/sweep-documents.server.ts'
import { loader as download } from '../../app/routes/shell/document.ts'
import { requestFacts } from '../../app/web/request-context.ts'
import { paperOf } from '../../db/seed/papers.ts'
import { aFarm, anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const visitor: Actor = { kind: 'visitor' }
const pdf = paperOf('letter').bytes
let folder: string
let files: ReturnType<typeof fileStore>
let jpeg: Buffer

beforeAll(async () => {
  folder = await temporaryFolder('documents')
  files = fileStore({ DATA_DIR: folder })
  jpeg = await picture(300, 200)
    .withExif({ IFD0: { Make: 'Phone of Yamada' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fbfaf3' } })
const keep = (actor: Actor, owner: DocumentOwner, bytes: Uint8Array = pdf, fileName = '許可証.pdf') =>
  keepDocument(as(test_.db, actor), { bytes, fileName, kind: 'permit', owner }, files)
const stored = async () => {
  const keys: string[] = []
  for await (const { key } of files.list('documents')) keys.push(key)
  return keys
}
const nothingTyped = { side: null, email: null, profile: '{}', savedBy: null, committedAt: null, personId: null }
let drafts = 0
async function aDraft(): Promise<Buffer> {
  const draftHash = Buffer.alloc(32, ++drafts)
  const times = { createdAt: noon, expiresAt: addHours(noon, 24) }
  await test_.db
    .insertInto('signupDrafts')
    .values({ idHash: draftHash, ...times, ...nothingTyped })
    .execute()
  return draftHash
}

test('a picture is re-encoded: WebP, readable, without metadata', async () => {
  const wide = must(await readDocument(await picture(3_000, 1_500).jpeg().toBuffer()))
  expect(wide.mediaType).toBe('image/webp')
  expect(await sharp(wide.bytes).metadata()).toMatchObject({ format: 'webp', width: 2_400, height: 1_200 })
  const hung = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])
  const { bytes } = must(await readDocument(hung))
  for (const trace of ['script', 'Phone of Yamada']) {
    expect(hung.includes(trace)).toBe(true)
    expect(Buffer.from(bytes).includes(trace)).toBe(false)
  }
})

test('a PDF stays as it is, to the last byte', async () => {
  const { bytes, mediaType } = must(await readDocument(pdf))
  expect([mediaType, Buffer.compare(bytes, pdf)]).toEqual(['application/pdf', 0])
})

const text = (words: string) => Buffer.from(words)
const locked = pdf
  .toString('latin1')
  .replace('/Root 1 0 R', '/Root 1 0 R /ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O (o) /U (u) /P -4 >>')
const script = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'
const refusals: [string, () => Uint8Array, DocumentRefusal][] = [
  ['nothing', () => text(''), 'document_empty'],
  ['a text', () => text('営業許可証'), 'document_unknown_kind'],
  ['a page', () => text('<!doctype html><script>alert(1)</script>'), 'document_unknown_kind'],
  ['a drawing with script', () => text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'document_unknown_kind'],
  ['a PDF behind something else', () => Buffer.concat([text('<script>'), pdf]), 'document_unknown_kind'],
  ['half a PDF', () => pdf.subarray(0, pdf.length - 40), 'document_pdf_broken'],
  ['a locked PDF', () => text(locked), 'document_pdf_locked'],
  [
    'a PDF with a script',
    () => text(pdf.toString('latin1').replace('/Catalog', `/Catalog ${script}`)),
    'document_pdf_active',
  ],
  ['half a photo', () => jpeg.subarray(0, jpeg.length / 2), 'photo_broken'],
  ['too much', () => Buffer.concat([pdf, Buffer.alloc(maxDocumentBytes)]), 'document_too_large'],
  ['a photo of an iPhone', () => text('\0\0\0\x18ftypheic'), 'photo_heic'],
]
test.each(refusals)('%s is refused in words', async (_, bytes, refusal) => {
  expect(await readDocument(bytes())).toEqual({ ok: false, refusal })
  expect(documentRefusalText[refusal]).toMatch(/(ください|できません。)/)
})

test('members, the browser that signs up and staff see a document; for all others it does not exist', async () => {
  const mine = await aFarm(test_.db)
  const shop = await aRestaurant(test_.db)
  const draftHash = await aDraft()
  const ofFarm = must(await keep(mine.actor, { farmId: mine.farmId }))
  const ofShop = must(await keep({ ...shop.actor, role: 'owner' }, { restaurantId: shop.restaurantId }))
  const ofDraft = must(await keep(visitor, { draftHash }))
  const staff = await anAdmin(test_.db)
  const sees = async (actor: Actor, id: typeof ofFarm.id, shown: Buffer | null = null) =>
    documentBytes(as(test_.db, actor), files, { id, draftHash: shown }).then(
      ({ bytes }) => Buffer.compare(bytes, pdf) === 0,
      (error) => {
        if (error instanceof NotFound) return false
        throw error
      },
    )
  const stranger = await aFarm(test_.db)
  const otherDraft = await aDraft()
  expect([
    await sees(mine.actor, ofFarm.id),
    await sees(stranger.actor, ofFarm.id),
    await sees(shop.actor, ofFarm.id),
    await sees(visitor, ofFarm.id),
    await sees(visitor, ofFarm.id, draftHash),
    await sees(staff, ofFarm.id),
  ]).toEqual([true, false, false, false, false, true])
  expect([await sees(shop.actor, ofShop.id), await sees(mine.actor, ofShop.id), await sees(staff, ofShop.id)]).toEqual([
    true,
    false,
    true,
  ])
  expect([
    await sees(visitor, ofDraft.id, draftHash),
    await sees(visitor, ofDraft.id, otherDraft),
    await sees(visitor, ofDraft.id),
    await sees(staff, ofDraft.id),
  ]).toEqual([true, false, false, true])
})

test('a PDF is handed out as a file under a name that breaks no header, and may do nothing in the browser', async () => {
  const mine = await aFarm(test_.db)
  const { id } = must(await keep(mine.actor, { farmId: mine.farmId }, pdf, `許可証"\r\nx: y'(2).html`))
  const context = pageContext(as(test_.db, mine.actor))
  context.set(requestFacts, { ...context.get(requestFacts), files })
  const request = new Request(`https://market.example.jp/documents/${id}`)
  const url = new URL(request.url)
  const { headers } = await download({ context, request, url, params: { id }, pattern: '/documents/:id' })
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="document\.pdf"; filename\*=UTF-8''[\w%.!~-]+$/,
  )
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test('a sign-up that was sent shows its papers no more, whether or not they went over to an account', async () => {
  const draftHash = await aDraft()
  const { id } = must(await keep(visitor, { draftHash }))
  await test_.db
    .updateTable('signupDrafts')
    .set({ side: 'farm', email: 'known@example.jp', committedAt: noon })
    .where('idHash', '=', draftHash)
    .execute()
  await expect(documentBytes(as(test_.db, visitor), files, { id, draftHash })).rejects.toThrow(NotFound)
})

test('only the owner adds and removes; staff can only view', async () => {
  const mine = await aFarm(test_.db)
  const owner = { farmId: mine.farmId }
  const { id } = must(await keep(mine.actor, owner))
  const stranger = await aFarm(test_.db)
  await expect(keep(stranger.actor, owner)).rejects.toThrow(Forbidden)
  await expect(keep(visitor, owner)).rejects.toThrow(Unauthenticated)
  const staff = await anAdmin(test_.db)
  await expect(keep(staff, owner)).rejects.toThrow(Forbidden)
  await expect(removeDocument(as(test_.db, staff), { id, owner })).rejects.toThrow(Forbidden)
  await expect(
    removeDocument(as(test_.db, stranger.actor), { id, owner: { farmId: stranger.farmId } }),
  ).rejects.toThrow(NotFound)
  expect(await documentsOf(test_.db, owner)).toHaveLength(1)
})

test('what an organisation takes back stays in its history, and is there for staff only', async () => {
  const mine = await aFarm(test_.db)
  const owner = { farmId: mine.farmId }
  const { id } = must(await keep(mine.actor, owner))
  await removeDocument(as(test_.db, mine.actor), { id, owner })
  expect(await documentsOf(test_.db, owner)).toEqual([])
  expect(await documentsOf(test_.db, owner, { removed: true })).toMatchObject([{ id, removedAt: noon }])
  const asked = { id, draftHash: null }
  await expect(documentBytes(as(test_.db, mine.actor), files, asked)).rejects.toThrow(NotFound)
  expect((await documentBytes(as(test_.db, await anAdmin(test_.db)), files, asked)).mediaType).toBe('application/pdf')
  await expect(removeDocument(as(test_.db, mine.actor), { id, owner })).rejects.toThrow(NotFound)
})

test('the eleventh is refused, also when two are uploaded at once', async () => {
  const draftHash = await aDraft()
  for (let index = 1; index < maxDocuments; index++) must(await keep(visitor, { draftHash }))
  const both = await Promise.all([keep(visitor, { draftHash }), keep(visitor, { draftHash })])
  expect(both.map((result) => (result.ok ? 'kept' : result.refusal)).sort()).toEqual(['document_too_many', 'kept'])
  expect(await documentsOf(test_.db, { draftHash })).toHaveLength(maxDocuments)
})

test('what came with a sign-up goes over to the organisation, once', async () => {
  const draftHash = await aDraft()
  const { id } = must(await keep(visitor, { draftHash }))
  const { farmId } = await aFarm(test_.db)
  expect(await moveDraftDocuments(test_.db, draftHash, { farmId })).toBe(1)
  expect(await moveDraftDocuments(test_.db, draftHash, { farmId })).toBe(0)
  expect(await documentsOf(test_.db, { farmId })).toMatchObject([{ id }])
  await expect(documentBytes(as(test_.db, visitor), files, { id, draftHash })).rejects.toThrow(NotFound)
})

test('a paper added while the application waits makes what staff saw old', async () => {
  const mine = await aFarm(test_.db, { status: 'submitted' })
  const owner = { farmId: mine.farmId }
  const version = async () =>
    there(await test_.db.selectFrom('farms').select('version').where('id', '=', mine.farmId).executeTakeFirst()).version
  const { id } = must(await keep(mine.actor, owner))
  expect(await version()).toBe(2)
  await removeDocument(as(test_.db, mine.actor), { id, owner })
  expect(await version()).toBe(3)
})

test.each([
  ['../../etc/許可証.pdf', '許可証.pdf'],
  ['C:\\scan\\a.pdf', 'a.pdf'],
  ['a\r\nX: b.pdf', 'aX: b.pdf'],
  ['', '書類'],
  ['あ'.repeat(200), 'あ'.repeat(120)],
])('the name %j is kept as %j', async (fileName, kept) => {
  expect(must(await keep(visitor, { draftHash: await aDraft() }, pdf, fileName)).fileName).toBe(kept)
})

test('files that no row speaks of are swept away after a day, and no others', async () => {
  const mine = await aFarm(test_.db)
  must(await keep(mine.actor, { farmId: mine.farmId }))
  const draftHash = await aDraft()
  must(await keep(visitor, { draftHash }))
  const before = await stored()
  await test_.db.deleteFrom('signupDrafts').where('idHash', '=', draftHash).execute()
  expect(await sweepDocuments({ db: test_.db, now: new Date() }, files)).toBeNull()
  const refused =
    before.length -
    Number(
      (
        await test_.db
          .selectFrom('documents')
          .select((is) => is.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  expect(refused).toBeGreaterThanOrEqual(1)
  expect(await sweepDocuments({ db: test_.db, now: addHours(new Date(), 25) }, files)).toBe(refused)
  expect(await stored()).toHaveLength(before.length - refused)
  expect(await sweepDocuments({ db: test_.db, now: addHours(new Date(), 25) }, files)).toBeNull()
})

test('a PDF leaves us as a file, and nothing of it runs within our origin', async () => {
  const { actor, farmId } = await aFarm(test_.db)
  const { id } = must(await keep(actor, { farmId }))
  const context = pageContext(as(test_.db, actor))
  context.set(requestFacts, { ...context.get(requestFacts), files })
  const request = new Request(`https://market.example.jp/documents/${id}`)
  const { headers } = await download({
    context,
    request,
    params: { id },
    url: new URL(request.url),
    pattern: '/documents/:id',
  })
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; /),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
})
