import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { clamd } from '../../app/infra/scanner/clamd.server.ts'
import { keepDocument } from '../../app/modules/organisations/documents/keep-document.server.ts'
import { handInLicence } from '../../app/modules/organisations/restaurant/licence.server.ts'
import { setLogo } from '../../app/modules/organisations/restaurant/logo.server.ts'
import type { FileStore } from '../../app/modules/photos/file-store.ts'
import { keepPhoto } from '../../app/modules/photos/keep-photo.server.ts'
import { handInCertificate } from '../../app/modules/products/farm-page/farm-page.server.ts'
import { addPhoto } from '../../app/modules/products/product-photos.server.ts'
import { aFarm, aKey, aProduct, aRestaurant, as } from '../factories/market.ts'
import { clamdServer, eicar } from '../support/clamd-server.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const kept = new Set<string>()
let server: Awaited<ReturnType<typeof clamdServer>>
let clean: Uint8Array

const filesWith = (url: string | null): FileStore => ({
  ...(url && { scanner: clamd(url, { withinMs: 2_000, warn: () => {} }) }),
  put: async (key) => void kept.add(key),
  get: async () => null,
  delete: async (key) => void kept.delete(key),
  list: async function* () {},
})
beforeAll(async () => {
  server = await clamdServer()
  clean = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ddd' } })
    .png()
    .toBuffer()
})
afterEach(() => kept.clear())
afterAll(() => server.stop())

async function aScene() {
  const shop = await aRestaurant(test_.db)
  const farm = await aFarm(test_.db)
  const of = await aProduct(test_.db, farm.farmId)
  const [owner, farmer] = [as(test_.db, { ...shop.actor, role: 'owner' }), as(test_.db, farm.actor)]
  return { owner, farmer, of, farmId: farm.farmId }
}
type Scene = Awaited<ReturnType<typeof aScene>>

const uploadKey = () => crypto.randomUUID()
/** Every entry point of uploaded bytes. */
const doors: Record<
  string,
  (it: Scene, files: FileStore, bytes: Uint8Array) => Promise<{ ok: boolean; refusal?: string }>
> = {
  'a paper': ({ farmer, farmId }, files, bytes) =>
    keepDocument(farmer, { bytes, fileName: 'x', kind: 'permit', owner: { farmId } }, files),
  'a certificate': ({ farmer }, files, bytes) =>
    handInCertificate(farmer, files, { key: aKey(), bytes, fileName: 'x' }),
  'a licence': ({ owner }, files, bytes) => handInLicence(owner, files, { bytes, fileName: 'x', expiresOn: null }),
  'a photo of a form': ({ owner }, files, bytes) => keepPhoto(owner, { bytes, formKey: uploadKey() }, files),
  'a photo of goods': ({ farmer, of }, files, bytes) => addPhoto(farmer, { of, bytes, uploadKey: uploadKey() }, files),
  'a logo': ({ owner }, files, bytes) => setLogo(owner, files, { bytes, uploadKey: uploadKey() }),
}

test.each(Object.entries(doors))('%s is kept only after the scanner has looked at it', async (_, hand) => {
  const it = await aScene()
  const infected = Buffer.concat([clean, Buffer.from(eicar)])
  expect(await hand(it, filesWith(server.url), infected)).toMatchObject({ ok: false, refusal: 'file_infected' })
  expect(await hand(it, filesWith('tcp://127.0.0.1:1'), clean)).toMatchObject({ ok: false, refusal: 'scanner_away' })
  expect(kept.size).toBe(0)
  expect(await hand(it, filesWith(server.url), clean)).toMatchObject({ ok: true })
  expect(await hand(it, filesWith(null), clean)).toMatchObject({ ok: true })
  expect(kept.size).toBeGreaterThan(1)
})
