import { beforeEach, expect, test } from 'vitest'
import type { IssuedDocumentId, RestaurantId } from '../../app/kernel/ids.ts'
import { addHours, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import type { DocumentContent } from '../../app/modules/issued-documents/document-content.ts'
import { documentFile, type FileTools } from '../../app/modules/issued-documents/document-file.server.ts'
import { drawFreshFiles } from '../../app/modules/issued-documents/draw-files.server.ts'
import { issueDocument } from '../../app/modules/issued-documents/issue-document.server.ts'
import { sweepIssuedFiles } from '../../app/modules/issued-documents/sweep-files.server.ts'
import { voidDocument } from '../../app/modules/issued-documents/void-document.server.ts'
import { aKey, anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { anInvoice, aReceipt } from '../factories/papers.ts'
import { testDatabase } from '../support/database.ts'
import { aMemoryStore } from '../support/memory-store.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const system = (now = noon) => ({ db: test_.db, now })
const [fromOn, toOn] = [jstDate('2026-10-01'), jstDate('2026-10-31')]

function issue(restaurantId: RestaurantId, content: DocumentContent, now = noon) {
  const of = { content, restaurantId, fromOn, toOn, totalYen: yen(1), issuedBy: '自動' }
  return test_.db.transaction().execute((db) => issueDocument({ db, now }, of))
}

const rows = () =>
  test_.db.selectFrom('documentFiles').select(['documentId', 'format', 'fileKey']).orderBy('format').execute()
const aBuyer = () => aRestaurant(test_.db)
const fourWeeks = 28 * 24

/** What tests before left to draw is drawn. */
beforeEach(async () => void (await drawFreshFiles(system(), aMemoryStore().tools)))

test('fresh documents get their files, receipts both of theirs; what is void or old is not drawn; twice does nothing', async () => {
  const { restaurantId } = await aBuyer()
  const before = (await rows()).length
  const invoice = await issue(restaurantId, anInvoice())
  const receipt = await issue(restaurantId, aReceipt())
  await issue(restaurantId, anInvoice(), addHours(noon, -fourWeeks))
  const wrong = await issue(restaurantId, anInvoice())
  const admin = as(test_.db, await anAdmin(test_.db))
  must(await voidDocument(admin, { id: wrong, reason: '誤り', key: aKey() }))
  const { tools, kept } = aMemoryStore()
  expect(await drawFreshFiles(system(), tools)).toEqual({ drawn: 2, failed: [] })
  const made = (await rows()).filter(({ documentId }) => documentId === invoice || documentId === receipt)
  expect(made.map(({ documentId, format }) => [documentId === receipt, format])).toEqual(
    expect.arrayContaining([
      [false, 'pdf'],
      [true, 'pdf'],
      [true, 'pdf_copy'],
    ]),
  )
  expect([(await rows()).length - before, kept.size]).toEqual([3, 3])
  expect(await drawFreshFiles(system(), tools)).toEqual({ drawn: 0, failed: [] })
  expect(kept.size).toBe(3)
})

test('beside downloads and other runs at once each document has one file, and nothing is left over', async () => {
  const { restaurantId, actor } = await aBuyer()
  const ids: IssuedDocumentId[] = []
  for (let at = 0; at < 4; at++) ids.push(await issue(restaurantId, anInvoice()))
  const { tools, kept } = aMemoryStore()
  const taken = ids.flatMap((id) => [1, 2].map(() => documentFile(as(test_.db, actor), id, 'pdf', tools)))
  await Promise.all([drawFreshFiles(system(), tools), drawFreshFiles(system(), tools), ...taken])
  const keys = (await rows()).filter(({ documentId }) => ids.includes(documentId)).map(({ fileKey }) => fileKey)
  expect(keys.length).toBe(4)
  expect([...kept.keys()].map((key) => key.split('/').at(-1)).toSorted()).toEqual(keys.toSorted())
})

test('a run ends at its moment; the next one goes on', async () => {
  const { restaurantId } = await aBuyer()
  for (let at = 0; at < 3; at++) await issue(restaurantId, anInvoice())
  const { tools } = aMemoryStore()
  expect(await drawFreshFiles(system(), tools, new Date(0))).toEqual({ drawn: 0, failed: [] })
  expect(await drawFreshFiles(system(), tools)).toEqual({ drawn: 3, failed: [] })
})

test('one that cannot be drawn is named, and does not hold up those after it', async () => {
  const { restaurantId } = await aBuyer()
  const bad = await issue(restaurantId, aReceipt())
  await issue(restaurantId, anInvoice())
  const { tools } = aMemoryStore()
  const pdfOf: FileTools['pdfOf'] = (paper) =>
    String(paper.info?.title).startsWith('領収書') ? Promise.reject(new Error('no ink')) : tools.pdfOf(paper)
  expect(await drawFreshFiles(system(), { ...tools, pdfOf })).toEqual({
    drawn: 1,
    failed: [{ id: bad, why: 'Error: no ink' }],
  })
  expect(await drawFreshFiles(system(), tools)).toEqual({ drawn: 1, failed: [] })
})

test('a process that ends before the row is written leaves a file, which is swept a day later, and no others', async () => {
  const { restaurantId } = await aBuyer()
  await issue(restaurantId, anInvoice())
  const writtenAt = noon
  const { tools, kept } = aMemoryStore({ writtenAt })
  const put = async (key: string, bytes: Uint8Array) => {
    await tools.files.put(key, bytes)
    throw new Error('the process ends')
  }
  const ended = await drawFreshFiles(system(), { ...tools, files: { ...tools.files, put } })
  expect([ended.drawn, ended.failed.length, kept.size]).toEqual([0, 1, 1])
  expect(await drawFreshFiles(system(), tools)).toEqual({ drawn: 1, failed: [] })
  await tools.files.put('issued/ab/half.00ff.part', Buffer.from('half'))
  await tools.files.put('documents/ab/other', Buffer.from('of another module'))
  expect(await sweepIssuedFiles(system(addHours(noon, 24)), tools.files)).toBeNull()
  expect(await sweepIssuedFiles(system(addHours(noon, 25)), tools.files)).toBe(2)
  const known = (await rows()).map(({ fileKey }) => fileKey)
  const left = [...kept.keys()].filter((key) => key.startsWith('issued/'))
  expect(left.map((key) => known.includes(key.split('/').at(-1) ?? ''))).toEqual([true])
  expect(kept.has('documents/ab/other')).toBe(true)
  expect(await sweepIssuedFiles(system(addHours(noon, 25)), tools.files)).toBeNull()
})

test('more strays than one batch are swept', async () => {
  const { tools, kept } = aMemoryStore({ writtenAt: noon })
  for (let at = 0; at < 1_001; at++) await tools.files.put(`issued/ab/stray${at}`, Buffer.from('x'))
  expect(await sweepIssuedFiles(system(addHours(noon, 25)), tools.files)).toBe(1_001)
  expect(kept.size).toBe(0)
})
