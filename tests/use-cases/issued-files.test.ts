import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { fileStore } from '../../app/infra/storage/file-store.server.ts'
import type { RestaurantId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { mostInArchive } from '../../app/modules/issued-documents/document-filter.ts'
import { issueDocument } from '../../app/modules/issued-documents/issue-document.server.ts'
import { loader as zip } from '../../app/routes/shell/documents-zip.ts'
import { loader as file } from '../../app/routes/shell/issued-file.ts'
import { requestFacts } from '../../app/web/request-context.ts'
import { aRestaurant, as, noon } from '../factories/market.ts'
import { anInvoice } from '../factories/papers.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const test_ = testDatabase()
let folder: string
beforeAll(async () => {
  folder = await temporaryFolder('issued-files')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function args(ctx: Ctx, name: string) {
  const context = pageContext(ctx)
  context.set(requestFacts, { ...context.get(requestFacts), files: fileStore({ DATA_DIR: folder }) })
  const url = new URL(`https://market.example.jp/documents/issued/${name}`)
  return {
    context,
    params: { file: name },
    request: new Request(url),
    url,
    pattern: '/documents/issued/:file',
  } as const
}

async function anIssued() {
  const { restaurantId, actor } = await aRestaurant(test_.db)
  return { actor, restaurantId, id: await issueTo(restaurantId) }
}

const issueTo = (restaurantId: RestaurantId) => {
  const [fromOn, toOn] = [jstDate('2026-10-01'), jstDate('2026-10-31')]
  const of = { content: anInvoice(), restaurantId, fromOn, toOn, totalYen: yen(1), issuedBy: '自動' }
  return test_.db.transaction().execute((db) => issueDocument({ db, now: noon }, of))
}

test.each([
  ['pdf', 'application/pdf', '%PDF-1.7'],
  ['xml', 'application/xml', '<?xml'],
  ['csv', 'text/csv; charset=utf-8', '\uFEFF書類番号'],
])('a document as .%s is a download with its number', async (ending, mediaType, start) => {
  const { actor, id } = await anIssued()
  const answer = await file(args(as(test_.db, actor), `${id}.${ending}`))
  if (!(answer instanceof Response)) throw new Error('a file is answered')
  expect(answer.headers.get('content-type')).toBe(mediaType)
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="S2026-\\d{6}\\.${ending}"$`),
  )
  expect(Buffer.from(await answer.arrayBuffer()).toString()).toMatch(new RegExp(`^${start.replace('?', '\\?')}`))
})

test.each(['.exe', '', '.pdf.pdf'])('a name that ends in "%s" is not there', async (ending) => {
  const { actor, id } = await anIssued()
  await expect(file(args(as(test_.db, actor), `${id}${ending}`))).rejects.toMatchObject({ init: { status: 404 } })
})

test('a stranger finds no document', async () => {
  const { id } = await anIssued()
  const stranger = await aRestaurant(test_.db)
  await expect(file(args(as(test_.db, stranger.actor), `${id}.pdf`))).rejects.toMatchObject({ init: { status: 404 } })
})

test('the archive is streamed as a ZIP', async () => {
  const { actor } = await anIssued()
  const answer = await zip({ ...args(as(test_.db, actor), 'x'), params: {} })
  if (!(answer instanceof Response)) throw new Error('a file is answered')
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('more documents than one archive takes are said before any is drawn; page data are never an archive', async () => {
  const { actor, restaurantId } = await anIssued()
  const given = args(as(test_.db, actor), 'x')
  const asked = (path: string) => ({ ...given, params: {}, request: new Request(new URL(path, given.url)) })
  for (let more = 1; more < mostInArchive; more++) await issueTo(restaurantId)
  const most = await zip(asked('/restaurant/documents.zip?kind=invoice'))
  expect(most.headers.get('content-type')).toBe('application/zip')
  await most.body?.cancel()
  await issueTo(restaurantId)
  const answer = await zip(asked('/restaurant/documents.zip?kind=invoice'))
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/restaurant/documents?kind=invoice'])
  await expect(zip(asked('/restaurant/documents.zip.data'))).rejects.toMatchObject({ status: 302 })
})
