import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { documentFile } from '../../app/modules/issued-documents/document-file.server.ts'
import { issueDocument } from '../../app/modules/issued-documents/issue-document.server.ts'
import { loader as verify } from '../../app/routes/public/verify.tsx'
import { requestFacts } from '../../app/web/request-context.ts'
import { aFarm, anIp, aRestaurant, as, noon } from '../factories/market.ts'
import { aDeliverySlip, anInvoice, aReceipt, aStatement } from '../factories/papers.ts'
import { testDatabase } from '../support/database.ts'
import { aMemoryStore } from '../support/memory-store.ts'
import { pageContext } from '../support/page-context.ts'
import { pagesOf } from '../support/pdf-page.ts'
import { readQr } from '../support/read-qr.ts'

const test_ = testDatabase()
const pattern = '/verify/:number'

/** What the page that an address leads to says to a visitor. */
async function verified(address: string) {
  const url = new URL(address)
  const context = pageContext({ db: test_.db, now: noon, actor: { kind: 'visitor' } })
  context.set(requestFacts, { ...context.get(requestFacts), ip: anIp(newId()) })
  const number = matchPath(pattern, url.pathname)?.params.number
  if (number === undefined) throw new Error(`${address} is not the page`)
  return (await verify({ context, params: { number }, request: new Request(url), url, pattern })).verified
}

test.each([
  ['invoice', anInvoice()],
  ['statement', aStatement()],
  ['receipt', aReceipt()],
  ['delivery slip', aDeliverySlip()],
] as const)('the QR code on the paper of the %s leads to the page that says it is true', async (_, content) => {
  const { restaurantId, actor } = await aRestaurant(test_.db)
  const { farmId } = await aFarm(test_.db)
  const [fromOn, toOn] = [jstDate('2026-10-01'), jstDate('2026-10-31')]
  const of = { content, restaurantId, farmId, fromOn, toOn, totalYen: yen(18_286), issuedBy: '自動' }
  const id = await test_.db.transaction().execute((db) => issueDocument({ db, now: noon }, of))
  const { bytes, name } = await documentFile(as(test_.db, actor), id, 'pdf', aMemoryStore().tools)
  const [first] = await pagesOf(bytes)
  const address = readQr(first?.squares ?? [])
  expect(address).toMatch(/^https:\/\/market\.example\.jp\/verify\/[SPRN]2026-\d{6}\?h=[0-9a-f]{16}$/)
  expect(await verified(address)).toMatchObject({
    state: 'true',
    facts: { kind: content.kind, number: name.replace('.pdf', ''), totalYen: 18_286 },
  })
  expect(await verified(address.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toEqual({ state: 'other' })
})
