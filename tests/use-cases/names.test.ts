import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type NameRefusal, nameRefusalText } from '../../app/kernel/name.ts'
import { inviteAdmin } from '../../app/modules/identity/admins/invite-admin.server.tsx'
import { makeApiToken } from '../../app/modules/identity/api-tokens.server.ts'
import { enterWith, nameless } from '../../app/modules/identity/login-methods/enter-with.server.ts'
import { addKitchen } from '../../app/modules/organisations/restaurant/kitchen.server.ts'
import { saveShop } from '../../app/modules/organisations/restaurant/restaurant-account.server.ts'
import { readProfile } from '../../app/modules/organisations/sign-up/read-profile.server.ts'
import { saveFacts } from '../../app/modules/products/farm-page/farm-facts.server.ts'
import { planImport } from '../../app/modules/products/import-products.server.ts'
import { saveGoods } from '../../app/modules/products/keep-products.server.ts'
import type { ProductValues } from '../../app/modules/products/product.ts'
import { sentencesIn } from '../../app/modules/products/refusal-text.ts'
import { makeList } from '../../app/modules/shopping-lists/change-list.server.ts'
import { askRequest } from '../../app/modules/sourcing/ask-request.server.ts'
import { profileChanges } from '../../app/routes/profile/profile-actions.server.ts'
import { readInquiry } from '../../app/routes/public/inquiry/inquiry-form.server.ts'
import { readReceipt } from '../../app/routes/restaurant/receiving/receipt-form.ts'
import { readForm } from '../../app/web/read-form.server.ts'
import { aFarm, aKey, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { testEncryption } from '../support/mailed.ts'
import { pageContext } from '../support/page-context.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()

async function aScene() {
  const shop = await aRestaurant(test_.db)
  const farm = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farm.farmId)
  const owner = as(test_.db, { ...shop.actor, role: 'owner' })
  const session = { key: 'x', authTime: noon, aal: 1 } as const
  const fresh = as(test_.db, { ...shop.actor, session })
  return { kitchenId: shop.kitchenId, owner, fresh, farmer: as(test_.db, farm.actor), productId }
}
let scene: Awaited<ReturnType<typeof aScene>>
beforeAll(async () => {
  scene = await aScene()
})

type Answer = { ok?: boolean; refusal?: string; fields?: Record<string, string> }
const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const typed = (change: { declaration: { input: z.ZodRawShape } }, fields: Record<string, string>) => {
  const read = readForm(z.object(change.declaration.input), formOf(fields))
  return read.ok ? {} : { fields: read.problem.fields }
}
const facts = {
  representative: '佐藤 正男',
  representativeKana: 'サトウ マサオ',
  crest: '佐',
  place: '匝瑳',
  phone: '03-3261-1111',
}
const request = {
  category: null,
  qty: 2,
  unit: '箱',
  days: [],
  ceilingYen: null,
  method: null,
  note: '',
  answerUntil: null,
}

/** Every entry point of a name, and the field at which its refusal is shown. */
const doors: Record<string, [field: string | null, (name: string) => Promise<Answer> | Answer]> = {
  'the sign-up: name of the place': ['tradeName', (name) => readProfile('farm', { tradeName: name })],
  'the sign-up: name of the company': [
    'legalName',
    (name) => readProfile('restaurant', { partyType: 'corporation', legalName: name }),
  ],
  'the sign-up: name of a person': ['lastName', (name) => readProfile('restaurant', { lastName: name })],
  'the sign-up: a line of the address': ['building', (name) => readProfile('restaurant', { building: name })],
  'a kitchen': ['name', (name) => typed(addKitchen, { name })],
  'the building of a kitchen': ['building', (building) => typed(addKitchen, { building })],
  'the restaurant’s own page': ['tradeName', (tradeName) => typed(saveShop, { tradeName })],
  'the farm’s own page': [
    'representative',
    (name) => {
      const read = readForm(
        z.object(saveFacts.declaration.input),
        formOf({ ...facts, representative: name, version: '1' }),
      )
      return read.ok ? {} : read.problem
    },
  ],
  'a product': ['name', (name) => savedProduct({ name })],
  'what stands beside a product': ['grade', (grade) => savedProduct({ grade })],
  'a list': [null, (name) => makeList(scene.owner, { kitchenId: scene.kitchenId, key: aKey(), name, weekdays: [] })],
  'a token': [null, (name) => makeApiToken(scene.fresh, { name, scopes: ['orders.read'], days: 30 })],
  'an administrator': [
    null,
    (name) => inviteAdmin(scene.owner, { name, email: 'new@example.jp', encryption: testEncryption }),
  ],
  'what a chef looks for': [
    null,
    (words) => askRequest(scene.owner, { kitchenId: scene.kitchenId, key: aKey(), ...request, words }),
  ],
  'the user’s own name': [
    'name',
    async (name) => {
      const answer = await profileChanges.name(scene.owner, formOf({ name }), { context: pageContext(scene.owner) })
      return 'data' in answer && answer.data && 'problem' in answer.data ? { fields: answer.data.problem.fields } : {}
    },
  ],
  'an inquiry': [
    'name',
    (name) => {
      const read = readInquiry(formOf({ key: crypto.randomUUID(), name }))
      return read.ok ? {} : { fields: read.problem.fields }
    },
  ],
  'who received a delivery': ['receivedBy', (name) => readReceipt(formOf({ receivedBy: name }))],
}

async function savedProduct(values: ProductValues) {
  const done = await saveGoods(scene.farmer, { id: scene.productId, version: 1, values })
  return done.ok ? {} : { fields: sentencesIn(done.detail) }
}

const bad: [string, NameRefusal][] = [
  ['佐藤\u202e園農', 'name_hidden_character'],
  ['佐藤\u200b農園', 'name_hidden_character'],
  ['佐藤農園 evil.com', 'name_with_url'],
]

test.each(Object.keys(doors).flatMap((door) => bad.map(([name, refusal]) => [door, name, refusal] as const)))(
  '%s: %j is refused at its field',
  async (door, name, refusal) => {
    const [field, knock] = there(doors[door])
    const answer = await knock(name)
    if (field === null) expect(answer).toMatchObject({ ok: false, refusal })
    else expect(answer.fields?.[field]).toBe(nameRefusalText[refusal])
  },
)

test('a file of goods says it on its line, and a name from another service is put right', async () => {
  const [row] = await planImport(scene.farmer, [{ line: 2, id: scene.productId, values: { name: '人参 evil.com' } }])
  expect(row).toMatchObject({ what: 'wrong', sentences: [`商品名：${nameRefusalText.name_with_url}`] })
  const verified = {
    provider: 'embedded',
    issuer: 'https://service.example',
    email: null,
    emailVerified: false,
    phone: null,
    authTime: noon,
    amr: [],
  } as const
  const names = ['山\u202e田\u200b 花子', 'https://evil.example'].map(async (name, nth) => {
    must(
      await enterWith(
        as(test_.db, { kind: 'visitor' }),
        { ...verified, subject: `s${nth}`, name },
        { channel: 'cookie', ip: null, userAgent: null },
      ),
    )
    const { rows } = await test_.pool.query(
      'select name from people join identities i on i.person_id = people.id where subject = $1',
      [`s${nth}`],
    )
    return rows[0].name
  })
  expect(await Promise.all(names)).toEqual(['山田 花子', nameless])
})
