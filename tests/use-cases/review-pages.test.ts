import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { at } from '../../app/kernel/jst.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { loader as farmForm, action as writeAsFarm } from '../../app/routes/farm/reviews/review.tsx'
import { loader as farmList, action as reply } from '../../app/routes/farm/reviews/reviews.tsx'
import { action as report } from '../../app/routes/public/review-report.tsx'
import { action as writeAsKitchen } from '../../app/routes/restaurant/reviews/review.tsx'
import { action as moderate } from '../../app/routes/staff/reviews/review.tsx'
import { loader as csv } from '../../app/routes/staff/reviews/reviews-csv.ts'
import { aKey, aMarket, anAdmin, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { arrivalTime, bringToShipped, fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const now = at('2026-11-27 09:00')

function argsOf(actor: Actor, path: string, fields?: Record<string, string>) {
  const url = new URL(path, 'https://market.example.jp')
  const body = fields && new URLSearchParams({ key: crypto.randomUUID(), ...fields })
  return {
    request: new Request(url, body ? { method: 'POST', body } : {}),
    context: pageContext(as(test_.db, actor, now)),
    url,
  }
}

/** The redirect, or the sentences at the fields and what was typed. */
function outcomeOf(answer: unknown) {
  if (answer instanceof Response) return { to: answer.headers.get('location') }
  if (typeof answer === 'object' && answer && 'data' in answer) return answer.data
  return answer
}

async function finalOrder() {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  await fillCart(as(test_.db, market.chef), market.kitchenId, [[farm.productId, 2]])
  const orderId = there(must(await place(as(test_.db, market.chef), market.kitchenId)).orderIds[0])
  await bringToShipped(test_.db, market, 0, orderId)
  must(await receiveOrder(as(test_.db, market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }))
  return { chef: market.chef, farm, orderId }
}

test('the forms of both sides, of the answer, of the report and of staff: wrong ones keep what was typed', async () => {
  const { chef, farm, orderId } = await finalOrder()
  const params = { orderId }
  const kitchen = async (fields: Record<string, string>) =>
    outcomeOf(
      await writeAsKitchen({
        ...argsOf(chef, `/restaurant/reviews/${orderId}`, fields),
        params,
        pattern: '/restaurant/reviews/:orderId',
      }),
    )
  expect(await kitchen({ words: '甘い' })).toMatchObject({
    problem: { fields: { stars: '星の数を選択してください。' }, typed: { words: '甘い' } },
  })
  expect(await kitchen({ stars: '9', words: '甘い' })).toMatchObject({
    problem: { fields: { stars: expect.stringMatching(/星/) } },
  })
  // stars alone are a review; a text has its end
  expect(await kitchen({ stars: '5', words: '甘い'.repeat(5_000) })).toMatchObject({
    problem: { fields: { words: expect.stringMatching(/文字/) } },
  })
  const voice = { [`voice.${farm.productId}.stars`]: '4', [`voice.${farm.productId}.words`]: 'そろっている' }
  expect(await kitchen({ stars: '5', words: '甘い', ...voice })).toEqual({ to: '/restaurant/reviews?tab=waiting' })

  const farmPath = `/farmer/reviews/${orderId}`
  const begun = await farmForm({
    ...argsOf(farm.actor, `${farmPath}?stars=4&words=よい店`),
    params,
    pattern: '/farmer/reviews/:orderId',
  })
  expect(begun).toMatchObject({ stars: 4, begun: 'よい店', reviews: { theirs: null } })
  const written = await writeAsFarm({
    ...argsOf(farm.actor, farmPath, { stars: '4', words: 'よい店です' }),
    params,
    pattern: '/farmer/reviews/:orderId',
  })
  expect(outcomeOf(written)).toEqual({ to: '/farmer/reviews?tab=shown' })

  const { id } = await test_.db
    .selectFrom('reviews')
    .select('id')
    .where('orderId', '=', orderId)
    .where('side', '=', 'restaurant')
    .executeTakeFirstOrThrow()
  const answered = async (words: string) => outcomeOf(await reply(argsOf(farm.actor, '/farmer/reviews', { id, words })))
  expect(await answered('')).toMatchObject({
    problem: { fields: { words: expect.stringMatching(/コメント/) }, typed: { id } },
  })
  expect(await answered('ありがとう')).toEqual({ to: '/farmer/reviews?tab=shown' })

  const told = async (fields: Record<string, string>) =>
    outcomeOf(
      await report({
        ...argsOf(farm.actor, `/reviews/${id}/report`, fields),
        params: { id },
        pattern: '/reviews/:id/report',
      }),
    )
  expect(await told({ reason: '', words: '' })).toMatchObject({
    problem: { fields: { reason: expect.stringMatching(/選択して/) } },
  })
  expect(await told({ reason: 'other', words: '' })).toMatchObject({
    problem: { fields: { words: expect.stringMatching(/理由/) } },
  })
  expect(await told({ reason: 'untrue', words: '' })).toEqual({ to: '/' })

  const staff = await anAdmin(test_.db)
  const decided = async (fields: Record<string, string>) =>
    outcomeOf(
      await moderate({
        ...argsOf(staff, `/admin/reviews/${id}`, fields),
        params: { id },
        pattern: '/admin/reviews/:id',
      }),
    )
  expect(await decided({ intent: 'hide', reason: '' })).toMatchObject({
    problem: { fields: { reason: expect.stringMatching(/理由/) } },
  })
  expect(await decided({ intent: 'hide', reason: '事実と異なる' })).toEqual({ to: `/admin/reviews/${id}` })
  expect(await decided({ intent: 'restore', reason: '確かめた' })).toEqual({ to: `/admin/reviews/${id}` })
  const file = await csv({
    ...argsOf(staff, '/admin/reviews.csv?desk=all&stars=5'),
    params: {},
    pattern: '/admin/reviews.csv',
  })
  const text = await file.text()
  expect(text).toContain('飲食店から農園へ')
  expect(text).toContain('★4 そろっている')
  expect(text).not.toContain('よい店です')
})

test('an answer is opened on the page of the list on which its review stands', async () => {
  const { farm, orderId } = await finalOrder()
  const seen = await farmList({
    ...argsOf(farm.actor, `/farmer/reviews?tab=shown&after=${orderId}`),
    params: {},
    pattern: '/farmer/reviews',
  })
  expect(seen).toMatchObject({ tab: 'shown', after: orderId })
})
