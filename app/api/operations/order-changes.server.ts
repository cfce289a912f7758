import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { ofOneOrder } from '#api/operations/ordering.server.ts'
import { Count, Percent, ShortageTerms, Yen } from '#api/schemas/shapes.ts'
import { PlainOrAsk } from '#kernel/schema.ts'
import { reportShortage } from '#modules/ordering/accept-order.server.ts'
import { answerProposal, turnDownProposal } from '#modules/ordering/answer-proposal.server.ts'
import { changeOrder, previewChange } from '#modules/ordering/change-order.server.ts'
import { answerCancel, askToCancel, giveUpOrder } from '#modules/ordering/end-order.server.ts'
import { keepOrder } from '#modules/ordering/keep-order.server.ts'
import { PlainAnswer } from '#modules/ordering/order-input.ts'
import { shareHarvest } from '#modules/ordering/share-harvest.server.ts'
import { changeStandingInstruction, standingInstruction } from '#modules/ordering/standing-instruction.server.ts'

const tag = '注文の変更'

const Figures = z.object({ goodsYen: Yen, freightYen: Yen, taxYen: Yen, totalIncYen: Yen.describe('税込み') })

const changeExample = { body: { version: 1, lines: [{ lineId: '0193c0de-0000-7000-8000-000000000003', qty: 3 }] } }

const stepOf = (path: `/${string}`, summary: string, description: string) =>
  ({ path, tag, scope: 'orders.write', summary, description }) as const

const Standing = z.object({
  onShortage: PlainOrAsk,
  shortageTerms: ShortageTerms,
  tolerancePercent: Percent.nullable().describe('不定貫で受けられる重さの違い。null は品のとおり'),
  partWaitDays: Count.nullable().describe('分けて届けてもらうとき、残りを待てる日数。null は分けない'),
  partFreight: z.boolean().describe('残りの箱の送料も店が払う'),
  version: Count.describe('変えるときにそのまま送る。まだ決めていないうちは0'),
})

const Shared = z.object({
  shortened: Count.describe('数がへった注文'),
  late: Count.describe('答える時刻をすぎていて、変えなかった注文'),
  asked: Count.describe('店に聞いている注文'),
  ended: Count.describe('取りやめになった注文'),
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
  changeStanding: operation(changeStandingInstruction, {
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
    output: Standing,
    answer: ({ ctx }) => standingInstruction(ctx),
  }),
  preview: operation(previewChange, {
    ...stepOf(
      '/orders/{id}/change-preview',
      '変えたらどうなるか見る（店）',
      '何も変えずに、前とあとの金額だけを返します。箱と送料も組みなおした金額です。',
    ),
    example: changeExample,
    params: { id: 'orderId' },
    output: z.object({ before: Figures, after: Figures }),
    answer: (_, __, { before, after }) => ({ before, after }),
  }),
  change: operation(changeOrder, {
    ...stepOf(
      '/orders/{id}/change',
      '注文を変える（店）',
      '締切まで、何度でも無料で変えられます。農園が受けたあとでも、へらすだけなら受けたままです。ふえた分は、農園がもう一度答えます。',
    ),
    example: changeExample,
    ...ofOneOrder,
  }),
  keep: operation(keepOrder, {
    ...stepOf('/orders/{id}/growth-refusal', 'ふえた分をことわる（農園）', '前に受けた数のままになります。'),
    ...ofOneOrder,
  }),
  shortage: operation(reportShortage, {
    ...stepOf(
      '/orders/{id}/shortage',
      '受けたあとで、出せる数をへらす（農園）',
      '店の前もっての指示がすぐに働きます。聞いてほしい店には、その時刻まで聞きます。',
    ),
    example: { body: { lines: [{ lineId: '0193c0de-0000-7000-8000-000000000003', qty: 1, reason: 'weather' }] } },
    ...ofOneOrder,
    without: ['version'],
    narrower: { lines: z.array(PlainAnswer).min(1).max(500) },
  }),
  answer: operation(answerProposal, {
    ...stepOf(
      '/orders/{id}/proposal-answer',
      '農園の相談に答える（店）',
      '品ごとに、ある分を受け取る（take）か、やめる（drop）。書かない品は、前もっての指示のとおりになります。',
    ),
    example: { body: { answers: [{ lineId: '0193c0de-0000-7000-8000-000000000003', answer: 'take' }] } },
    ...ofOneOrder,
  }),
  turnDown: operation(turnDownProposal, {
    ...stepOf('/orders/{id}/proposal-refusal', '相談をことわって、注文をやめる（店）', 'お金はかかりません。'),
    ...ofOneOrder,
    without: ['reason'],
  }),
  askCancel: operation(askToCancel, {
    ...stepOf(
      '/orders/{id}/cancellation-request',
      '取り消しを農園に頼む（店）',
      '締切のあと、箱づめまで。農園が応じたときは、注文のときに示された取消料がかかります。返事がなければ、注文のとおりに届きます。',
    ),
    example: { body: { reason: '予約がなくなりました' } },
    ...ofOneOrder,
  }),
  answerCancel: operation(answerCancel, {
    ...stepOf('/orders/{id}/cancellation-answer', '取り消しの頼みに答える（農園）', '応じると、取り消しになります。'),
    example: { body: { agree: true } },
    ...ofOneOrder,
  }),
  giveUp: operation(giveUpOrder, {
    ...stepOf(
      '/orders/{id}/force-majeure',
      '送れなくなった（農園）',
      '災害などで、箱づめ中の注文をぜんぶ送れないとき。取り消しになり、店に取消料はかかりません。',
    ),
    example: { body: { reason: '土砂くずれで道がふさがりました' } },
    ...ofOneOrder,
  }),
  shareHarvest: operation(shareHarvest, {
    path: '/harvest-shares',
    tag,
    scope: 'orders.write',
    summary: '足りない収穫を分ける（農園）',
    description:
      '契約の分、はじめての店に1割まで、いつもの店を注文の順に、そのほかを注文の順に。へる店には前もっての指示が働きます。',
    example: { body: { productId: '0193c0de-0000-7000-8000-000000000001', shipOn: '2026-11-25', available: 12 } },
    output: Shared,
    answer: (_, __, shared) => shared,
  }),
}
