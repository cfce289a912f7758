import { expect, test } from 'vitest'
import { z } from 'zod'
import { NotFound } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { jstDate, type Weekday } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { methodsOf } from '../../app/modules/products/catalog/farm-methods.server.ts'
import { ownFacts, saveFacts } from '../../app/modules/products/farm-page/farm-facts.server.ts'
import {
  methodsShown,
  ownIntro,
  publishIntro,
  saveAnswers,
  saveLinks,
  saveMethod,
} from '../../app/modules/products/farm-page/farm-page.server.ts'
import { publicFarm } from '../../app/modules/products/farm-page/public-farm.server.ts'
import { farmShipping, saveShipping } from '../../app/modules/products/farm-shipping.server.ts'
import { aFarm, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, rulesOf } from './steps.ts'

const test_ = testDatabase()
const visitor = () => as(test_.db, { kind: 'visitor' })

test('answers are visible to the farm only until they are published; then they are the story', async () => {
  const { actor, farmId } = await aFarm(test_.db, { story: '前の話' })
  const ctx = as(test_.db, actor)
  expect(must(await saveAnswers(ctx, { answers: { beginning: '祖父から' }, version: 0 }))).toEqual({ version: 1 })
  expect(await publishIntro(ctx, {})).toMatchObject({ refusal: 'intro_unfinished', detail: { question: 'soil' } })
  expect(await saveAnswers(ctx, { answers: { soil: '砂地' }, version: 0 })).toMatchObject({
    ok: false,
    refusal: 'changed_meanwhile',
  })
  must(await saveAnswers(ctx, { answers: { soil: '砂地' }, version: 1 }))
  expect((await publicFarm(visitor(), farmId)).story).toBe('前の話')
  expect(await publishIntro(ctx, {})).toMatchObject({ ok: true })
  expect((await publicFarm(visitor(), farmId)).story).toBe('祖父から\n\n砂地')
  expect((await ownIntro(ctx)).publishedAt).toEqual(noon)
})

test('links are kept as they are safe to follow, or not at all', async () => {
  const { actor, farmId } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const Links = z.object(saveLinks.declaration.input)
  const wrong = Links.safeParse({ web: 'javascript:alert(1)', x: '@sato' })
  expect(wrong.error?.issues).toMatchObject([{ path: ['web'], message: expect.stringContaining('https://') }])
  expect((await publicFarm(visitor(), farmId)).links).toEqual([])
  await saveLinks(ctx, Links.parse({ web: 'sato.jp', x: '@sato' }))
  expect((await publicFarm(visitor(), farmId)).links).toEqual([
    { kind: 'web', url: 'https://sato.jp/' },
    { kind: 'x', url: 'https://x.com/sato' },
  ])
})

test('the farm states who represents it; what documents prove stays as staff have checked it', async () => {
  const { actor, farmId } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const { own, version, name } = await ownFacts(ctx)
  const next = { ...own, representative: '畑 花子', representativeKana: 'ハタケ ハナコ', phone: '090-1234-5678' }
  const Facts = z.object(saveFacts.declaration.input)
  const wrong = Facts.safeParse({ ...next, version, representative: ' ', crest: '二字' })
  expect(wrong.error?.issues.map(({ path }) => path.join())).toEqual(['representative', 'crest'])
  expect(await saveFacts(ctx, { ...next, version, phone: '03' })).toMatchObject({ refusal: 'phone_unreachable' })
  expect(await saveFacts(ctx, { ...next, version, representativeKana: '畑' })).toMatchObject({
    refusal: 'kana_unreadable',
  })
  expect(must(await saveFacts(ctx, Facts.parse({ ...next, name: '別の農園', version })))).toEqual({ changed: true })
  expect(await saveFacts(ctx, { ...next, version })).toMatchObject({ refusal: 'changed_meanwhile' })
  expect(await publicFarm(visitor(), farmId)).toMatchObject({ name, representative: '畑 花子' })
  const again = await ownFacts(ctx)
  expect(must(await saveFacts(ctx, { ...again.own, version: again.version }))).toEqual({ changed: false })
  const { rows } = await test_.pool.query(
    "select data->'changes'->'representative' as names from events where about_farm_id = $1 and kind = 'farm_facts_changed'",
    [farmId],
  )
  expect(rows).toEqual([{ names: [own.representative, '畑 花子'] }])
})

test('a certificate that has ended proves nothing any more', async () => {
  const { actor, farmId } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const documentId = newId<'document'>()
  await test_.pool.query(
    `insert into documents (id, kind, farm_id, file_key, media_type, file_name, byte_count, added_at)
     values ($1, 'certificate', $2, $3, 'application/pdf', 'jas.pdf', 10, $4)`,
    [documentId, farmId, documentId.replaceAll('-', ''), noon],
  )
  const method = { method: 'jas_organic', shown: true, number: '12', authority: '認証会' } as const
  await saveMethod(ctx, { ...method, documentId, expiresOn: jstDate('2027-03-31') })
  expect(await methodsOf(ctx, farmId)).toEqual(['jas_organic'])
  // the number is public, the document is not: not even its id
  expect((await publicFarm(visitor(), farmId)).methods).toEqual([
    { method: 'jas_organic', certificate: { authority: '認証会', number: '12', expiresOn: '2027-03-31' } },
  ])
  const later = as(test_.db, actor, new Date('2027-04-01T00:00:00+09:00'))
  expect((await methodsShown(later, farmId))[0]?.certificate).toMatchObject({ expired: true })
  expect(await methodsOf(later, farmId)).toEqual([])
  expect((await publicFarm({ ...visitor(), now: later.now }, farmId)).methods).toEqual([])
  const stranger = as(test_.db, (await aFarm(test_.db)).actor)
  await expect(saveMethod(stranger, { ...method, documentId, expiresOn: null })).rejects.toThrow(NotFound)
})

test('shipping settings are saved with who changed them, and only over the version that was seen', async () => {
  const { actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const before = await farmShipping(ctx)
  const weekdays: Weekday[] = [1, 4]
  const asked = { ...rulesOf(before), shipWeekdays: weekdays, freeFreightFromYen: yen(8_000) }
  expect(await saveShipping(ctx, asked)).toEqual({
    ok: true,
    value: { changed: true, declined: 0 },
  })
  expect(await saveShipping(ctx, asked)).toMatchObject({
    ok: false,
    refusal: 'changed_meanwhile',
  })
  expect(await farmShipping(ctx)).toMatchObject({
    shipWeekdays: [1, 4],
    freeFreightFromYen: 8_000,
    cutoffHoursBeforePacking: 26,
  })
  const { rows } = await test_.pool.query(
    "select data from events where kind = 'shipping_changed' and about_farm_id = $1",
    [actor.farmId],
  )
  expect(rows[0].data.changes.shipWeekdays).toEqual(['1,2,3,4,5,6', '1,4'])
})

test('a farm that is not approved has no page', async () => {
  const { farmId } = await aFarm(test_.db, { status: 'submitted' })
  await expect(publicFarm(visitor(), farmId)).rejects.toThrow(NotFound)
})
