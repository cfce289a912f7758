import { rm } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { fileStore } from '../../app/infra/storage/file-store.server.ts'
import { type FarmId, newId, type RestaurantId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import type { DocumentContent } from '../../app/modules/issued-documents/document-content.ts'
import { issueDocument } from '../../app/modules/issued-documents/issue-document.server.ts'
import { loader as farmPage } from '../../app/routes/farm/documents/documents.tsx'
import { loader as restaurantPage } from '../../app/routes/restaurant/documents/documents.tsx'
import { loader as zip } from '../../app/routes/shell/documents-zip.ts'
import { loader as staffPage } from '../../app/routes/staff/documents/documents.tsx'
import { requestFacts } from '../../app/web/request-context.ts'
import { aFarm, anAdmin, aRestaurant, as } from '../factories/market.ts'
import { anInvoice, aStatement } from '../factories/papers.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { there } from './steps.ts'

const test_ = testDatabase()
let folder: string
beforeAll(async () => {
  folder = await temporaryFolder('document-pages')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function asked(ctx: Ctx, pattern: string, search: Record<string, string>) {
  const context = pageContext(ctx)
  context.set(requestFacts, { ...context.get(requestFacts), files: fileStore({ DATA_DIR: folder }) })
  const url = new URL(`https://market.example.jp${pattern}?${new URLSearchParams(search)}`)
  return { context, params: {}, request: new Request(url), url }
}

/**
 * For one side: the document that the search is for, and others of which each fails one condition alone. Its other side
 * has another name since.
 */
async function papers(
  sides: { restaurantId?: RestaurantId; farmId?: FarmId },
  content: (name: string) => DocumentContent,
) {
  const name = `㈱検索${newId().slice(-12)}`
  const issue = (named: string, day: string, amount: number) =>
    test_.db.transaction().execute((db) =>
      issueDocument(
        { db, now: at(`${day} 11:00`) },
        {
          content: content(named),
          ...sides,
          fromOn: jstDate('2026-09-01'),
          toOn: jstDate('2026-09-30'),
          totalYen: yen(amount),
          issuedBy: '自動',
        },
      ),
    )
  const wanted = await issue(name, '2026-10-15', 30_000)
  await issue(name, '2026-09-30', 30_000)
  await issue(name, '2026-10-15', 50_001)
  await issue('別の名称', '2026-10-15', 30_000)
  return { wanted, name }
}

const invoiceTo = (name: string): DocumentContent => ({ ...anInvoice(), to: { ...anInvoice().to, name } })
const invoiceFrom = (name: string): DocumentContent => ({
  ...anInvoice(),
  slips: anInvoice().slips.map((slip) => ({ ...slip, farm: name })),
})
const statementFrom = (name: string): DocumentContent => ({
  ...aStatement(),
  issuer: { ...aStatement().issuer, name },
})
const range = { from: '2026-10-01', to: '2026-10-31', least: '10000', most: '50000' }

test.each([
  ['a restaurant, by the farm that sold', 'restaurant'],
  ['a farm, by the operator that paid', 'farm'],
  ['staff, by the recipient', 'staff'],
] as const)('%s: day, amount and printed name together; the ZIP has what was found', async (_, side) => {
  const restaurant = await aRestaurant(test_.db)
  const farm = await aFarm(test_.db)
  const { wanted, name } =
    side === 'farm'
      ? await papers({ farmId: farm.farmId }, statementFrom)
      : await papers({ restaurantId: restaurant.restaurantId }, side === 'staff' ? invoiceTo : invoiceFrom)
  await test_.pool.query(`update restaurants set name = '改名' where id = $1`, [restaurant.restaurantId])
  const ctx =
    side === 'farm'
      ? as(test_.db, farm.actor)
      : side === 'staff'
        ? as(test_.db, await anAdmin(test_.db))
        : as(test_.db, restaurant.actor)
  const search = { ...range, name: name.replace('㈱', '(株)') }
  const found =
    side === 'farm'
      ? await farmPage({ ...asked(ctx, '/farmer/documents', search), pattern: '/farmer/documents' })
      : side === 'staff'
        ? await staffPage({ ...asked(ctx, '/admin/documents', search), pattern: '/admin/documents' })
        : await restaurantPage({ ...asked(ctx, '/restaurant/documents', search), pattern: '/restaurant/documents' })
  if (found instanceof Response || !('rows' in found)) throw new Error('a page is answered')
  expect(found.rows.map(({ id }) => id)).toEqual([wanted])

  const answer = await zip({ ...asked(ctx, '/restaurant/documents.zip', search), pattern: '/restaurant/documents.zip' })
  if (!(answer instanceof Response)) throw new Error('a file is answered')
  const unzipped = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const { number } = there(found.rows[0])
  expect(Object.keys(unzipped).toSorted()).toEqual([`${number}.pdf`, 'index.csv'].toSorted())
  const [head, row, ...more] = Buffer.from(there(unzipped['index.csv'])).toString().trim().split('\r\n')
  expect(head).toContain('書類番号,書類,発行日,取引先,金額（税込）,状態')
  expect(row).toContain(`${number},`)
  expect(row).toMatch(/2026[-/]10[-/]15/)
  expect(row).toContain('30000')
  expect(more).toEqual([])
})

test('a wrong condition finds nothing and says why, on the page and in place of its ZIP', async () => {
  const { actor, restaurantId } = await aRestaurant(test_.db)
  await papers({ restaurantId }, invoiceFrom)
  const search = { from: '2026-02-30', least: '5000', most: '10' }
  const found = await restaurantPage({
    ...asked(as(test_.db, actor), '/restaurant/documents', search),
    pattern: '/restaurant/documents',
  })
  if (found instanceof Response || !('rows' in found)) throw new Error('a page is answered')
  expect(found).toMatchObject({ rows: [], next: null, typed: search })
  expect(Object.keys(found.problems)).toEqual(['from', 'most'])
  const answer = await zip({
    ...asked(as(test_.db, actor), '/restaurant/documents.zip', search),
    pattern: '/restaurant/documents.zip',
  })
  if (!(answer instanceof Response)) throw new Error('an answer')
  expect(answer.headers.get('location')).toMatch(/^\/restaurant\/documents\?from=2026-02-30/)
})
