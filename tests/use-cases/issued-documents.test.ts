import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { compactVerify, importJWK } from 'jose'
import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { type FarmId, type IssuedDocumentId, newId, type RestaurantId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { canonicalJson } from '../../app/modules/issued-documents/canonical-json.ts'
import type { DocumentContent } from '../../app/modules/issued-documents/document-content.ts'
import { DocumentFileLost, documentFile } from '../../app/modules/issued-documents/document-file.server.ts'
import { type DocumentFilter, documentSearchOf } from '../../app/modules/issued-documents/document-filter.ts'
import { documentsArchive } from '../../app/modules/issued-documents/documents-archive.server.ts'
import { findDocuments } from '../../app/modules/issued-documents/find-documents.server.ts'
import {
  issueDocument,
  issueDocuments,
  type NewDocument,
} from '../../app/modules/issued-documents/issue-document.server.ts'
import { verifyDocument } from '../../app/modules/issued-documents/verify-document.server.ts'
import { voidDocument } from '../../app/modules/issued-documents/void-document.server.ts'
import { publishedKeys } from '../../app/modules/traceability/badges/signing-keys.server.ts'
import { aFarm, aKey, anAdmin, anIp, aRestaurant, as, noon } from '../factories/market.ts'
import { aDeliverySlip, anInvoice, aReceipt, aStatement, theOperator, theRestaurant } from '../factories/papers.ts'
import { testDatabase } from '../support/database.ts'
import { testEncryption } from '../support/mailed.ts'
import { aMemoryStore } from '../support/memory-store.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()

type Sides = { restaurantId?: RestaurantId; farmId?: FarmId }
function issue(
  content: DocumentContent,
  sides: Sides,
  over: { now?: Date; totalYen?: number; supersedes?: IssuedDocumentId } = {},
) {
  const { now = noon, totalYen = 18_286, ...more } = over
  const [fromOn, toOn] = [jstDate('2026-10-01'), jstDate('2026-10-31')]
  return test_.db
    .transaction()
    .execute((db) =>
      issueDocument(
        { db, now },
        { content, ...sides, fromOn, toOn, totalYen: yen(totalYen), issuedBy: '自動', ...more },
      ),
    )
}

async function sides() {
  const { db } = test_
  const [own, stranger, farm, admin] = [
    await aRestaurant(db),
    await aRestaurant(db),
    await aFarm(db),
    await anAdmin(db),
  ]
  return {
    restaurantId: own.restaurantId,
    farmId: farm.farmId,
    buyer: own.actor,
    other: stranger.actor,
    farmer: farm.actor,
    admin,
  }
}

test('the files of a document are the same bytes for both sides and staff, written once by ten at a time', async () => {
  const { restaurantId, farmId, buyer, farmer, admin } = await sides()
  const id = await issue(aDeliverySlip(), { restaurantId, farmId })
  const { kept, tools } = aMemoryStore()
  const take = (actor: Actor) => documentFile(as(test_.db, actor), id, 'pdf', tools)
  const taken = await Promise.all(Array.from({ length: 10 }, (_, at) => take(there([buyer, farmer, admin][at % 3]))))
  expect(new Set(taken.map(({ bytes }) => hashOf(bytes))).size).toBe(1)
  expect(kept.size).toBe(1)
  const rows = await test_.db.selectFrom('documentFiles').selectAll().where('documentId', '=', id).execute()
  expect(rows).toMatchObject([{ format: 'pdf', sha256: hashOf(there(taken[0]).bytes) }])
  const events = await test_.db
    .selectFrom('events')
    .select('id')
    .where('kind', '=', 'document_exported')
    .where('aboutRestaurantId', '=', restaurantId)
    .execute()
  expect(events.length).toBe(10)
})

test('a document does not exist for strangers, nor its money for a helper of the farm', async () => {
  const { restaurantId, farmId, other, farmer } = await sides()
  const id = await issue(aDeliverySlip(), { restaurantId, farmId })
  const { tools } = aMemoryStore()
  const helper: Actor = { ...farmer, role: 'staff', rights: 'pack' }
  for (const actor of [other, helper, (await aFarm(test_.db)).actor])
    await expect(documentFile(as(test_.db, actor), id, 'pdf', tools)).rejects.toThrow(NotFound)
  await expect(findDocuments(as(test_.db, helper), { ...all, after: null, limit: 10 })).rejects.toThrow(Forbidden)
})

test('a file that is lost or altered is made again if its bytes are the same, and is refused if not', async () => {
  const { restaurantId, buyer } = await sides()
  const id = await issue(anInvoice(), { restaurantId })
  const { kept, tools } = aMemoryStore()
  const take = (with_ = tools) => documentFile(as(test_.db, buyer), id, 'pdf', with_)
  const { bytes } = await take()
  const [key] = [...kept.keys()]
  kept.delete(there(key))
  expect((await take()).bytes).toEqual(bytes)
  kept.set(there(key), Buffer.from('altered'))
  expect((await take()).bytes).toEqual(bytes)
  expect(kept.get(there(key))).toEqual(bytes)
  kept.clear()
  await expect(take({ ...tools, origin: 'https://other.example.jp' })).rejects.toThrow(DocumentFileLost)
  expect(kept.size).toBe(0)
})

const all: DocumentFilter = documentSearchOf(new URLSearchParams()).filter

test('documents are found by day, amount and the name printed then, together', async () => {
  const { restaurantId, buyer, farmer, farmId, admin, other } = await sides()
  const on = (day: string) => ({ now: at(`${day} 11:00`) })
  const named = (name: string) => ({ ...anInvoice(), to: { ...anInvoice().to, name } })
  const name = `ﾋﾞｽﾄﾛ・検索${newId()}`
  const issued = {
    before: await issue(named(name), { restaurantId }, { ...on('2026-09-30'), totalYen: 20_000 }),
    cheap: await issue(named(name), { restaurantId }, { ...on('2026-10-01'), totalYen: 9_999 }),
    least: await issue(named(name), { restaurantId }, { ...on('2026-10-01'), totalYen: 10_000 }),
    most: await issue(named(name), { restaurantId }, { ...on('2026-10-31'), totalYen: 50_000 }),
    dear: await issue(named(name), { restaurantId }, { ...on('2026-10-31'), totalYen: 50_001 }),
    after: await issue(named(name), { restaurantId }, { ...on('2026-11-01'), totalYen: 20_000 }),
    another: await issue(named('別の店'), { restaurantId }, { ...on('2026-10-15'), totalYen: 20_000 }),
  }
  const found = async (actor: Actor, words: Record<string, string>) =>
    (
      await findDocuments(as(test_.db, actor), {
        ...documentSearchOf(new URLSearchParams(words)).filter,
        after: null,
        limit: 100,
      })
    ).rows.map(({ id }) => id)
  const range = { from: '2026-10-01', to: '2026-10-31', least: '10,000', most: '５００００' }
  await test_.db.updateTable('restaurants').set({ name: '改名した店' }).where('id', '=', restaurantId).execute()
  expect(await found(admin, { ...range, name: name.toUpperCase().replace('ﾋﾞｽﾄﾛ', 'びすとろ') })).toEqual([
    issued.most,
    issued.least,
  ])
  expect(await found(buyer, { ...range, name: '畝と皿' })).toEqual([issued.most, issued.another, issued.least])
  expect(await found(buyer, { name: '別の店' })).toEqual([])
  expect((await found(buyer, { name: 'さとう農園' })).length).toBe(0)
  expect((await found(buyer, { name: '佐藤農園', kind: 'invoice' })).length).toBe(7)
  expect(await found(other, {})).toEqual([])
  const statement = await issue(aStatement(), { farmId })
  expect(await found(farmer, { name: '畝と皿' })).toEqual([statement])
})

test('a list of many pages names each document once', async () => {
  const { restaurantId, buyer } = await sides()
  for (let at = 0; at < 5; at++) await issue(anInvoice(), { restaurantId })
  const first = await findDocuments(as(test_.db, buyer), { ...all, after: null, limit: 3 })
  const second = await findDocuments(as(test_.db, buyer), { ...all, after: first.next, limit: 3 })
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(5)
  expect(second.next).toBeNull()
})

test('the archive of a search has every PDF and an index, and is recorded', async () => {
  const { restaurantId, buyer } = await sides()
  for (let at = 0; at < 3; at++) await issue(anInvoice(), { restaurantId })
  const parts: Uint8Array[] = []
  for await (const part of must(await documentsArchive(as(test_.db, buyer), all, aMemoryStore().tools)))
    parts.push(part)
  const unzipped = unzipSync(Buffer.concat(parts))
  const index = Buffer.from(there(unzipped['index.csv'])).toString()
  expect(Object.keys(unzipped).length).toBe(4)
  for (const [name, bytes] of Object.entries(unzipped))
    if (name !== 'index.csv') {
      expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-')
      expect(index).toContain(name)
    }
  const events = await test_.db
    .selectFrom('events')
    .select('id')
    .where('kind', '=', 'documents_exported')
    .where('aboutRestaurantId', '=', restaurantId)
    .execute()
  expect(events.length).toBe(1)
})

test('all three sides find by day, amount and counterparty at once, and none of them by two alone', async () => {
  const { restaurantId, farmId, buyer, farmer, admin } = await sides()
  const buyerName = `検索の店${newId()}`
  const farmName = `検索の農園${newId()}`
  const slip = (to = buyerName, from = farmName): DocumentContent => {
    const content = aDeliverySlip()
    return { ...content, to: { ...content.to, name: to }, issuer: { ...content.issuer, name: from } }
  }
  const on = (day: string, totalYen: number) => ({ now: at(`${day} 11:00`), totalYen })
  const all = { restaurantId, farmId }
  const meant = await issue(slip(), all, on('2026-10-15', 20_000))
  await issue(slip(), all, on('2026-11-15', 20_000))
  await issue(slip(), all, on('2026-10-15', 60_000))
  await issue(slip('別の店', '別の農園'), all, on('2026-10-15', 20_000))
  const range = { from: '2026-10-01', to: '2026-10-31', least: '10000', most: '50000' }
  for (const [actor, name] of [
    [buyer, farmName],
    [farmer, buyerName],
    [admin, buyerName],
  ] as const) {
    const filter = documentSearchOf(new URLSearchParams({ ...range, name })).filter
    const { rows } = await findDocuments(as(test_.db, actor), { ...filter, after: null, limit: 10 })
    expect(rows.map(({ id }) => id)).toEqual([meant])
  }
})

/** What a CSV says, as RFC 4180 reads it. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

test.each([
  ['a way out of the folder', '../../etc/passwd\\..\\a.exe'],
  ['quotes and separators', 'a"b",c;d\te\'f'],
  ['a formula', '=1+1'],
  ['a formula in full width', '＝HYPERLINK("https://x.example")'],
  ['two lines', '一行目\r\n=2+2'],
  ['200 characters', '畝'.repeat(200)],
  ['pairs of surrogates', `${'𠮷𩸽👨‍👩‍👧‍👦'.repeat(10)}辻\u{E0100}`],
  ['from right to left', 'abc\u202Efdp.exe'],
])('in the archive the name of a document is its number, and its index stays a table: %s', async (_, name) => {
  const { restaurantId, farmId, farmer, buyer } = await sides()
  const content = aDeliverySlip()
  const odd = { ...content, to: { ...content.to, name }, issuer: { ...content.issuer, name } }
  await issue(odd, { restaurantId, farmId })
  await issue(aStatement(), { farmId })
  for (const actor of [farmer, buyer]) {
    const parts: Uint8Array[] = []
    for await (const part of must(await documentsArchive(as(test_.db, actor), all, aMemoryStore().tools)))
      parts.push(part)
    const unzipped = unzipSync(Buffer.concat(parts))
    for (const file of Object.keys(unzipped)) expect(file).toMatch(/^([SPRN]2026-\d{6}\.pdf|index\.csv)$/)
    const rows = cellsOf(Buffer.from(there(unzipped['index.csv'])).toString().slice(1))
    expect(rows.map((row) => row.length)).toEqual(rows.map(() => 8))
    expect(rows.length).toBe(Object.keys(unzipped).length)
    const printed = rows.map((row) => row[3])
    expect(printed).toContain(/^[=＝]/.test(name) ? `'${name}` : name)
  }
})

test('a paper is told to be true, replaced or void, signed; a guessed number tells nothing', async () => {
  const { restaurantId, admin } = await sides()
  const first = await issue(anInvoice(), { restaurantId })
  const row = await test_.db.selectFrom('issuedDocuments').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
  const system = { db: test_.db, now: noon, encryption: testEncryption }
  const ask = async (hash: string, number = row.number) =>
    must(await verifyDocument({ ...system, ip: anIp(newId()) }, { number, hash }))
  const hash = row.contentSha256.slice(0, 16)
  const valid = await ask(hash.toUpperCase())
  expect(valid).toMatchObject({
    state: 'true',
    facts: {
      ...{ number: row.number, totalYen: 18_286, issuer: theOperator.name, recipient: theRestaurant.name },
      // what is asked for, with what was carried
      printedYen: anInvoice().dueYen,
    },
  })
  // as it is typed from the paper
  expect(await ask(` ${hash.slice(0, 8)}　${hash.slice(8).toUpperCase()} `, row.number.toLowerCase())).toEqual(valid)
  const slip = await issue(aDeliverySlip(), { restaurantId })
  const bare = await test_.db.selectFrom('issuedDocuments').selectAll().where('id', '=', slip).executeTakeFirstOrThrow()
  expect(await ask(bare.contentSha256.slice(0, 16), bare.number)).toMatchObject({ facts: { printedYen: null } })
  for (const guess of ['', '\u0000', hash.slice(0, 15), `${hash}0`, '0123456789abcdef'])
    expect(await ask(guess)).toEqual({ state: 'other' })
  expect(await ask(hash, 'S2026-999999')).toEqual({ state: 'other' })
  if (valid.state === 'other') throw new Error('it is there')
  const keys = await publishedKeys(system)
  const { payload, protectedHeader } = await compactVerify(valid.signature, async ({ kid }) => {
    const { retiredAt: _, ...jwk } = there(keys.find((key) => key.kid === kid))
    return importJWK(jwk, 'EdDSA')
  })
  expect(protectedHeader.typ).toBe('une-document+jws')
  expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({
    number: row.number,
    totalYen: 18_286,
    sha256: row.contentSha256,
    issuedOn: row.issuedOn,
    state: 'true',
  })
  const next = await issue(anInvoice(), { restaurantId }, { supersedes: first })
  const { number } = await test_.db
    .selectFrom('issuedDocuments')
    .select('number')
    .where('id', '=', next)
    .executeTakeFirstOrThrow()
  expect(await ask(hash)).toMatchObject({ state: 'replaced', replacedBy: number })
  const other = await issue(anInvoice(), { restaurantId })
  const wrong = await test_.db
    .selectFrom('issuedDocuments')
    .selectAll()
    .where('id', '=', other)
    .executeTakeFirstOrThrow()
  must(await voidDocument(as(test_.db, admin), { id: other, reason: '宛先の誤り', key: aKey() }))
  expect(await ask(wrong.contentSha256.slice(0, 16), wrong.number)).toMatchObject({ state: 'void' })
})

test('looking up is limited for one address', async () => {
  const door = { db: test_.db, now: noon, encryption: testEncryption, ip: anIp(newId()) }
  for (let at = 0; at < 60; at++) await verifyDocument(door, { number: 'x', hash: 'x' })
  expect(await verifyDocument(door, { number: 'x', hash: 'x' })).toMatchObject({ refusal: 'too_many_tries' })
})

test('finance declares a document void once, with its reason; support does not', async () => {
  const { restaurantId, admin } = await sides()
  const id = await issue(anInvoice(), { restaurantId })
  const support = await anAdmin(test_.db, { role: 'support' })
  const ask = (actor: Actor) => voidDocument(as(test_.db, actor), { id, reason: '金額の誤り', key: aKey() })
  await expect(ask(support)).rejects.toThrow(Forbidden)
  const both = await Promise.all([ask(admin), ask(admin)])
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  const { reason } = await test_.db
    .selectFrom('documentVoids')
    .select('reason')
    .where('documentId', '=', id)
    .executeTakeFirstOrThrow()
  expect(reason).toBe('金額の誤り')
})

test.each([
  ['update', 'update issued_documents set total_yen = 0 where id = $1'],
  ['delete', 'delete from issued_documents where id = $1'],
  [
    'a void with no reason',
    `insert into document_voids (document_id, reason, event_id, at) values ($1, '', gen_random_uuid(), now())`,
  ],
])('%s of an issued document is refused', async (_, sql) => {
  const { restaurantId } = await sides()
  const id = await issue(anInvoice(), { restaurantId })
  await expect(test_.pool.query(sql, [id])).rejects.toThrow()
})

const ordinals = async (series: string) =>
  (
    await test_.db
      .selectFrom('issuedDocuments')
      .select('ordinal')
      .where('series', '=', series)
      .orderBy('ordinal')
      .execute()
  ).map(({ ordinal }) => ordinal)

test('fifty that are issued at once, some of which fail, leave no gap; each year begins with 1', async () => {
  const { restaurantId } = await sides()
  const now = at('2030-12-31 23:59')
  const made = await Promise.allSettled(
    Array.from({ length: 50 }, (_, at) =>
      at % 5 === 4
        ? test_.db.transaction().execute(async (db) => {
            await issueDocument(
              { db, now },
              {
                content: anInvoice(),
                restaurantId,
                fromOn: jstDate('2030-12-01'),
                toOn: jstDate('2030-12-31'),
                totalYen: yen(1),
                issuedBy: '自動',
              },
            )
            throw new Error('its transaction fails')
          })
        : issue(anInvoice(), { restaurantId }, { now }),
    ),
  )
  expect(made.filter(({ status }) => status === 'rejected').length).toBe(10)
  expect(await ordinals('S2030')).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
  await issue(anInvoice(), { restaurantId }, { now: at('2031-01-01 00:00') })
  expect(await ordinals('S2031')).toEqual([1])
})

test('several that are issued together are numbered in their order, whatever is issued at the same time; kinds are not mixed', async () => {
  const { restaurantId } = await sides()
  const now = at('2033-06-01 11:00')
  const ids = Array.from({ length: 3 }, () => newId<'issuedDocument'>())
  const given = (id: IssuedDocumentId, content: DocumentContent): NewDocument => ({
    ...{ id, content, restaurantId, totalYen: yen(1), issuedBy: '自動' },
    ...{ fromOn: jstDate('2033-05-01'), toOn: jstDate('2033-05-31') },
  })
  const together = () =>
    test_.db.transaction().execute((db) =>
      issueDocuments(
        { db, now },
        ids.map((id) => given(id, anInvoice())),
      ),
    )
  const [numbers] = await Promise.all([together(), issue(anInvoice(), { restaurantId }, { now })])
  const first = Number(numbers.get(there(ids[0]))?.slice(-6))
  expect([...numbers]).toEqual(ids.map((id, index) => [id, `S2033-00000${first + index}`]))
  expect(await ordinals('S2033')).toEqual([1, 2, 3, 4])

  const mixed = [given(newId(), aReceipt()), given(newId(), anInvoice())]
  await expect(test_.db.transaction().execute((db) => issueDocuments({ db, now }, mixed))).rejects.toThrow(
    'the series of a receipt numbers no invoice',
  )
  expect(await ordinals('R2033')).toEqual([])
  expect(await issueDocuments({ db: test_.db, now }, [])).toEqual(new Map())
})

test('a connection that is killed while it issues gives its number back', async () => {
  const { restaurantId } = await sides()
  const now = at('2032-06-01 11:00')
  await issue(anInvoice(), { restaurantId }, { now })
  const client = await test_.pool.connect()
  client.on('error', () => {})
  await client.query('begin')
  await client.query(`update document_series set last = last + 1 where series = 'S2032'`)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = issue(anInvoice(), { restaurantId }, { now })
  await test_.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await waiting
  client.release(true)
  expect(await ordinals('S2032')).toEqual([1, 2])
})

test('content that was stored and read again has the same hash', async () => {
  const { restaurantId } = await sides()
  for (const content of [anInvoice(), aStatement(), aReceipt(), aDeliverySlip()]) {
    const id = await issue(content, { restaurantId })
    const row = await test_.db
      .selectFrom('issuedDocuments')
      .select(['content', 'contentSha256'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(hashOf(Buffer.from(canonicalJson(row.content)))).toBe(row.contentSha256)
  }
})

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
