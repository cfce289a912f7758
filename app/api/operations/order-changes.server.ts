import { z } from 'zod'
import { endpoint, needsKey } from '#api/endpoint.server.ts'
import { ofOrder, orderAnswer, refusedBy } from '#api/operations/ordering.server.ts'
import { granted } from '#api/problems.server.ts'
import { Order } from '#api/schemas/order-shape.ts'
import { Count, Percent, ShortageTerms, Yen } from '#api/schemas/shapes.ts'
import type { MinuteOfDay } from '#kernel/jst.ts'
import {
  AskUntil,
  Body,
  DayIn,
  IdOf,
  KeyHeader,
  Otherwise,
  PlainOrAsk,
  Quantity,
  ShortageReasonIn,
  Text,
} from '#kernel/schema.ts'
import { reportShortage } from '#modules/ordering/accept-order.server.ts'
import { answerProposal, turnDownProposal } from '#modules/ordering/answer-proposal.server.ts'
import { changeOrder, keepOrder, previewChange } from '#modules/ordering/change-order.server.ts'
import { answerCancel, askToCancel, giveUpOrder } from '#modules/ordering/end-order.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { shareHarvest } from '#modules/ordering/share-harvest.server.ts'
import { changeStandingInstruction, standingInstruction } from '#modules/ordering/standing-instruction.server.ts'

const tag = '注文の変更'

const Wanted = z
  .array(Body({ lineId: IdOf<'orderLine'>('品'), qty: Quantity(0) }))
  .min(1, '変える品を、ひとつ以上入れてください。')
  .max(500)

const Version = z
  .int('整数を入れてください。')
  .min(1)
  .describe('見ていた注文の version。その間に変わっていたら断ります')

const changeBody = Body({ version: Version, lines: Wanted.describe('これからの数。0はやめる。書かない品はそのまま') })

const Figures = z.object({ goodsYen: Yen, freightYen: Yen, taxYen: Yen, totalIncYen: Yen.describe('税込み') })

const changeExample = { body: { version: 1, lines: [{ lineId: '0193c0de-0000-7000-8000-000000000003', qty: 3 }] } }

const refusalsOfChange = [
  'wrong_state',
  'too_late',
  'changed_meanwhile',
  'nothing_changed',
  'nothing_left',
  'below_minimum',
  'above_maximum',
  'wrong_step',
  'not_listed',
  'below_min_order',
  'below_price_step',
  'too_big_to_ship',
  'unknown_line',
] as const

const stepOf = (path: `/${string}`, summary: string, description: string) =>
  ({ method: 'POST', path, tag, scope: 'orders.write', summary, description }) as const

const Standing = z.object({
  onShortage: PlainOrAsk,
  shortageTerms: ShortageTerms,
  tolerancePercent: Percent.nullable().describe('不定貫で受けられる重さの違い。null は品のとおり'),
  partWaitDays: Count.nullable().describe('分けて届けてもらうとき、残りを待てる日数。null は分けない'),
  partFreight: z.boolean().describe('残りの箱の送料も店が払う'),
  version: Count.describe('変えるときにそのまま送る。まだ決めていないうちは0'),
})

export const orderChangesOperations = {
  standing: endpoint('members', {
    method: 'GET',
    path: '/shortage-instruction',
    tag,
    scope: 'orders.read',
    summary: 'お店の、足りないときの指示を見る',
    description: 'これからかごに入れる品に、はじめからつく指示です。品ごとの指示は、それより先に働きます。',
  })
    .output(Standing)
    .handler(({ context: { ctx } }) => standingInstruction(ctx)),
  changeStanding: endpoint('members', {
    method: 'PUT',
    path: '/shortage-instruction',
    tag,
    scope: 'orders.write',
    summary: 'お店の、足りないときの指示を決める',
    description:
      'これからかごに入れる品から働きます。かごの中の品と、注文した品は変わりません。かわりの品（substitute）は、品ごとに決めます。',
    example: {
      body: { version: 0, onShortage: 'ask', askUntil: 1200, otherwise: 'drop_line', tolerancePercent: 5 },
    },
  })
    .errors(needsKey)
    .errors(refusedBy('changed_meanwhile', 'key_reused'))
    .input(
      z.object({
        headers: KeyHeader,
        body: Body({
          version: z.int('整数を入れてください。').min(0).describe('見ていた version。その間に変わっていたら断ります'),
          onShortage: PlainOrAsk,
          askUntil: AskUntil.optional(),
          otherwise: Otherwise.optional(),
          tolerancePercent: z
            .int('整数を入れてください。')
            .min(0, '0から50までの整数を入れてください。')
            .max(50, '0から50までの整数を入れてください。')
            .nullable()
            .describe('不定貫で受けられる重さの違い。null は品のとおり'),
          partWaitDays: z
            .int('整数を入れてください。')
            .min(0, '0から7までの整数を入れてください。')
            .max(7, '0から7までの整数を入れてください。')
            .nullable()
            .default(1)
            .describe('分けて届けてもらうとき、残りを待てる日数。null は分けない'),
          partFreight: z
            .boolean('true か false を入れてください。')
            .default(false)
            .describe('残りの箱の送料も店が払う'),
        }),
      }),
    )
    .output(Standing)
    .handler(async ({ context: { ctx }, input: { headers, body } }) => {
      const { askUntil, otherwise, ...wish } = body
      const shortageTerms = {
        ...(askUntil !== undefined && { askUntil: askUntil as MinuteOfDay }),
        ...(otherwise && { otherwise }),
      }
      const said = { ...wish, shortageTerms, key: headers['idempotency-key'] }
      granted(await changeStandingInstruction(ctx, said), refusalText)
      return standingInstruction(ctx)
    }),
  preview: endpoint('members', {
    ...stepOf(
      '/orders/{id}/change-preview',
      '変えたらどうなるか見る（店）',
      '何も変えずに、前とあとの金額だけを返します。箱と送料も組みなおした金額です。',
    ),
    example: changeExample,
  })
    .errors(refusedBy(...refusalsOfChange))
    .input(z.object({ params: ofOrder, body: changeBody }))
    .output(z.object({ before: Figures, after: Figures }))
    .handler(async ({ context: { ctx }, input: { params, body } }) => {
      const { before, after } = granted(await previewChange(ctx, { orderId: params.id, ...body }), refusalText)
      return { before, after }
    }),
  change: endpoint('members', {
    ...stepOf(
      '/orders/{id}/change',
      '注文を変える（店）',
      '締切まで、何度でも無料で変えられます。農園が受けたあとでも、へらすだけなら受けたままです。ふえた分は、農園がもう一度答えます。',
    ),
    example: changeExample,
  })
    .errors(needsKey)
    .errors(refusedBy(...refusalsOfChange, 'out_of_stock', 'over_order_limit', 'key_reused'))
    .input(z.object({ params: ofOrder, headers: KeyHeader, body: changeBody }))
    .output(Order)
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
      granted(await changeOrder(ctx, { orderId: params.id, key: headers['idempotency-key'], ...body }), refusalText)
      return orderAnswer(ctx, params.id)
    }),
  keep: endpoint(
    'members',
    stepOf('/orders/{id}/growth-refusal', 'ふえた分をことわる（農園）', '前に受けた数のままになります。'),
  )
    .errors(needsKey)
    .errors(refusedBy('wrong_state', 'never_accepted', 'key_reused'))
    .input(z.object({ params: ofOrder, headers: KeyHeader }))
    .output(Order)
    .handler(async ({ context: { ctx }, input: { params, headers } }) => {
      granted(await keepOrder(ctx, { orderId: params.id, key: headers['idempotency-key'] }), refusalText)
      return orderAnswer(ctx, params.id)
    }),
  shortage: endpoint('members', {
    ...stepOf(
      '/orders/{id}/shortage',
      '受けたあとで、出せる数をへらす（農園）',
      '店の前もっての指示がすぐに働きます。聞いてほしい店には、その時刻まで聞きます。',
    ),
    example: { body: { lines: [{ lineId: '0193c0de-0000-7000-8000-000000000003', qty: 1, reason: 'weather' }] } },
  })
    .errors(needsKey)
    .errors(refusedBy('wrong_state', 'too_late', 'reason_missing', 'more_than_ordered', 'unknown_line', 'key_reused'))
    .input(
      z.object({
        params: ofOrder,
        headers: KeyHeader,
        body: Body({
          lines: z
            .array(
              Body({
                lineId: IdOf<'orderLine'>('品'),
                qty: Quantity(0),
                reason: ShortageReasonIn.nullable().optional(),
              }),
            )
            .min(1)
            .max(500),
        }),
      }),
    )
    .output(Order)
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
      const said = { orderId: params.id, key: headers['idempotency-key'], lines: body.lines }
      granted(await reportShortage(ctx, said), refusalText)
      return orderAnswer(ctx, params.id)
    }),
  answer: endpoint('members', {
    ...stepOf(
      '/orders/{id}/proposal-answer',
      '農園の相談に答える（店）',
      '品ごとに、ある分を受け取る（take）か、やめる（drop）。書かない品は、前もっての指示のとおりになります。',
    ),
    example: { body: { answers: [{ lineId: '0193c0de-0000-7000-8000-000000000003', answer: 'take' }] } },
  })
    .errors(needsKey)
    .errors(refusedBy('wrong_state', 'unknown_line', 'key_reused'))
    .input(
      z.object({
        params: ofOrder,
        headers: KeyHeader,
        body: Body({
          answers: z
            .array(
              Body({
                lineId: IdOf<'orderLine'>('品'),
                answer: z.enum(['take', 'drop'], { error: 'take か drop を入れてください。' }),
              }),
            )
            .max(500),
        }),
      }),
    )
    .output(Order)
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
      const said = { orderId: params.id, key: headers['idempotency-key'], answers: body.answers }
      granted(await answerProposal(ctx, said), refusalText)
      return orderAnswer(ctx, params.id)
    }),
  turnDown: endpoint(
    'members',
    stepOf('/orders/{id}/proposal-refusal', '相談をことわって、注文をやめる（店）', 'お金はかかりません。'),
  )
    .errors(needsKey)
    .errors(refusedBy('wrong_state', 'key_reused'))
    .input(z.object({ params: ofOrder, headers: KeyHeader }))
    .output(Order)
    .handler(async ({ context: { ctx }, input: { params, headers } }) => {
      granted(await turnDownProposal(ctx, { orderId: params.id, key: headers['idempotency-key'] }), refusalText)
      return orderAnswer(ctx, params.id)
    }),
  askCancel: endpoint('members', {
    ...stepOf(
      '/orders/{id}/cancellation-request',
      '取り消しを農園に頼む（店）',
      '締切のあと、箱づめまで。農園が応じたときは、注文のときに示された取消料がかかります。返事がなければ、注文のとおりに届きます。',
    ),
    example: { body: { reason: '予約がなくなりました' } },
  })
    .errors(needsKey)
    .errors(refusedBy('wrong_state', 'too_early', 'too_late', 'cancel_asked_already', 'key_reused'))
    .input(
      z.object({ params: ofOrder, headers: KeyHeader, body: Body({ reason: Text(0, 400).optional() }).optional() }),
    )
    .output(Order)
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
      const wish = { orderId: params.id, key: headers['idempotency-key'], ...(body?.reason && { reason: body.reason }) }
      granted(await askToCancel(ctx, wish), refusalText)
      return orderAnswer(ctx, params.id)
    }),
  answerCancel: endpoint('members', {
    ...stepOf('/orders/{id}/cancellation-answer', '取り消しの頼みに答える（農園）', '応じると、取り消しになります。'),
    example: { body: { agree: true } },
  })
    .errors(needsKey)
    .errors(refusedBy('wrong_state', 'too_late', 'cancel_not_asked', 'key_reused'))
    .input(
      z.object({
        params: ofOrder,
        headers: KeyHeader,
        body: Body({ agree: z.boolean('true か false を入れてください。') }),
      }),
    )
    .output(Order)
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
      const said = { orderId: params.id, key: headers['idempotency-key'], agree: body.agree }
      granted(await answerCancel(ctx, said), refusalText)
      return orderAnswer(ctx, params.id)
    }),
  giveUp: endpoint('members', {
    ...stepOf(
      '/orders/{id}/force-majeure',
      '送れなくなった（農園）',
      '災害などで、箱づめ中の注文をぜんぶ送れないとき。取り消しになり、店に取消料はかかりません。',
    ),
    example: { body: { reason: '土砂くずれで道がふさがりました' } },
  })
    .errors(needsKey)
    .errors(refusedBy('wrong_state', 'reason_missing', 'key_reused'))
    .input(z.object({ params: ofOrder, headers: KeyHeader, body: Body({ reason: Text(1, 400) }) }))
    .output(Order)
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
      const said = { orderId: params.id, key: headers['idempotency-key'], reason: body.reason }
      granted(await giveUpOrder(ctx, said), refusalText)
      return orderAnswer(ctx, params.id)
    }),
  shareHarvest: endpoint('members', {
    method: 'POST',
    path: '/harvest-shares',
    tag,
    scope: 'orders.write',
    summary: '足りない収穫を分ける（農園）',
    description:
      '契約の分、はじめての店に1割まで、いつもの店を注文の順に、そのほかを注文の順に。へる店には前もっての指示が働きます。',
    example: { body: { productId: '0193c0de-0000-7000-8000-000000000001', shipOn: '2026-11-25', available: 12 } },
  })
    .errors(needsKey)
    .errors(refusedBy('nothing_to_divide', 'enough_for_all', 'key_reused'))
    .input(
      z.object({
        headers: KeyHeader,
        body: Body({ productId: IdOf<'product'>('商品'), shipOn: DayIn, available: Quantity(0) }),
      }),
    )
    .output(
      z.object({
        shortened: Count.describe('数がへった注文'),
        late: Count.describe('答える時刻をすぎていて、変えなかった注文'),
        asked: Count.describe('店に聞いている注文'),
        ended: Count.describe('取りやめになった注文'),
      }),
    )
    .handler(async ({ context: { ctx }, input: { headers, body } }) =>
      granted(await shareHarvest(ctx, { ...body, key: headers['idempotency-key'] }), refusalText),
    ),
}
