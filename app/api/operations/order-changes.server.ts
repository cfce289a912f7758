import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { dayAnswer } from '#api/operations/cart-answer.ts'
import { ofOneOrder, ofOrder } from '#api/operations/ordering.server.ts'
import { Count, DeliveryDay, Percent, ShortageTerms, Yen } from '#api/schemas/shapes.ts'
import { PlainOrAsk } from '#kernel/schema.ts'
import { reportShortage } from '#modules/ordering/accept-order.server.ts'
import { answerProposal, turnDownProposal } from '#modules/ordering/answer-proposal.server.ts'
import {
  answerReschedule,
  changeDelivery,
  deliveryChoices,
  withdrawReschedule,
} from '#modules/ordering/change-delivery.server.ts'
import { changeOrder, previewChange } from '#modules/ordering/change-order.server.ts'
import { answerCancel, askToCancel, giveUpOrder } from '#modules/ordering/end-order.server.ts'
import { keepOrder } from '#modules/ordering/keep-order.server.ts'
import { PlainAnswer } from '#modules/ordering/order-input.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { acceptWithDay, answerDay, proposeDay } from '#modules/ordering/propose-day.server.ts'
import { shareHarvest } from '#modules/ordering/share-harvest.server.ts'
import { changeStandingInstruction, standingInstruction } from '#modules/ordering/standing-instruction.server.ts'
import { undoAnswer } from '#modules/ordering/undo-answer.server.ts'

const tag = '注文の変更'

const Figures = z.object({ goodsYen: Yen, freightYen: Yen, taxYen: Yen, totalIncYen: Yen.describe('税込') })

const changeExample = { body: { version: 1, lines: [{ lineId: '0193c0de-0000-7000-8000-000000000003', qty: 3 }] } }

const stepOf = (path: `/${string}`, summary: string, description: string) =>
  ({ path, tag, scope: 'orders.write', summary, description }) as const

const Way = z.enum(['change', 'amend', 'askReschedule']).nullable()

const Standing = z.object({
  onShortage: PlainOrAsk,
  shortageTerms: ShortageTerms,
  tolerancePercent: Percent.nullable().describe('不定貫で許容する重量の差。null は商品の設定どおり'),
  partWaitDays: Count.nullable().describe('一部出荷の場合に、残りの商品を待てる日数。null は一部出荷を希望しない'),
  partFreight: z.boolean().describe('残りの個口の送料も飲食店が負担する'),
  version: Count.describe('変更時にそのまま送信する。未設定の場合は0'),
})

const Shared = z.object({
  shortened: Count.describe('数量が減った注文'),
  late: Count.describe('回答期限を過ぎたため、変更しなかった注文'),
  asked: Count.describe('飲食店に確認中の注文'),
  ended: Count.describe('キャンセルになった注文'),
})

export const orderChangesOperations = {
  standing: endpoint('members', {
    method: 'GET',
    path: '/shortage-instruction',
    tag,
    scope: 'orders.read',
    summary: '飲食店の不足時の指示を取得する',
    description: '今後かごに追加する商品に、初期設定として適用される指示です。商品ごとの指示が優先されます。',
  })
    .output(Standing)
    .handler(({ context: { ctx } }) => standingInstruction(ctx)),
  changeStanding: operation(changeStandingInstruction, {
    method: 'PUT',
    path: '/shortage-instruction',
    tag,
    scope: 'orders.write',
    summary: '飲食店の不足時の指示を設定する',
    description:
      '今後かごに追加する商品から適用されます。かごの中の商品と、注文済みの商品は変わりません。代替品（substitute）は、商品ごとに設定します。',
    example: {
      body: { version: 0, onShortage: 'ask', askUntil: 1200, otherwise: 'drop_line', tolerancePercent: 5 },
    },
    output: Standing,
    answer: ({ ctx }) => standingInstruction(ctx),
  }),
  preview: operation(previewChange, {
    ...stepOf(
      '/orders/{id}/change-preview',
      '変更後の金額を試算する（飲食店）',
      '何も変更せず、変更前後の金額のみを返します。個口と送料も再計算した金額です。',
    ),
    example: changeExample,
    params: { id: 'orderId' },
    output: z.object({ before: Figures, after: Figures }),
    answer: (_, __, { before, after }) => ({ before, after }),
  }),
  change: operation(changeOrder, {
    ...stepOf(
      '/orders/{id}/change',
      '注文を変更する（飲食店）',
      '締切までは、何度でも無料で変更できます。受注確定後でも、減らすだけの場合は受注確定のままです。増やした分は、農園が改めて回答します。',
    ),
    example: changeExample,
    ...ofOneOrder,
  }),
  deliveryChoices: endpoint('members', {
    method: 'GET',
    path: '/orders/{id}/delivery-days',
    tag,
    scope: 'orders.read',
    summary: '注文のお届け日として選択できる日を取得する（飲食店）',
    description:
      '注文時と同じ条件で判定します。otherDay と sameDay は、お届け日の変更と、時間帯・備考のみの変更の扱いです。すぐに変更（change・amend）、農園への依頼（askReschedule）、変更不可（null）のいずれかです。',
  })
    .input(z.object({ params: ofOrder }))
    .output(z.object({ days: z.array(DeliveryDay), otherDay: Way, sameDay: Way }))
    .handler(async ({ context: { ctx }, input }) => {
      const choices = await deliveryChoices(ctx, await orderDetail(ctx, input.params.id))
      return { ...choices, days: choices.days.map(dayAnswer) }
    }),
  changeDelivery: operation(changeDelivery, {
    ...stepOf(
      '/orders/{id}/delivery',
      '注文のお届け日・時間帯・備考を変更する（飲食店）',
      '締切までは、すぐに変更されます。受注確定後のお届け日の変更と、締切後の変更は農園への依頼になり、承諾されるまで注文は変わりません（reschedule に依頼の内容が入ります）。',
    ),
    example: { body: { version: 1, deliveryOn: '2026-11-27', slot: 'am' } },
    ...ofOneOrder,
  }),
  withdrawReschedule: operation(withdrawReschedule, {
    ...stepOf(
      '/orders/{id}/delivery-request-withdrawal',
      'お届けの変更依頼を取り下げる（飲食店）',
      '現在の内容のまま届きます。',
    ),
    ...ofOneOrder,
  }),
  answerReschedule: operation(answerReschedule, {
    ...stepOf(
      '/orders/{id}/delivery-request-answer',
      'お届けの変更依頼に回答する（農園）',
      '承諾すると、お届け日・時間帯・備考が変更されます。回答しない場合は、変更せずに出荷します。',
    ),
    example: { body: { agree: true } },
    ...ofOneOrder,
  }),
  proposeDay: operation(proposeDay, {
    ...stepOf(
      '/orders/{id}/day-proposal',
      '別のお届け日を提案する（農園）',
      '受注した注文を収穫できない日に届ける代わりに、その時点で注文できる別の日を提案します。飲食店が承諾するまで、注文は変わりません。',
    ),
    example: { body: { version: 1, deliveryOn: '2026-11-28' } },
    ...ofOneOrder,
  }),
  acceptWithDay: operation(acceptWithDay, {
    ...stepOf(
      '/orders/{id}/acceptance-with-day',
      '受注し、別のお届け日を提案する（農園）',
      '新しい注文をすべて受注し、同時に別のお届け日を提案します。飲食店が承諾しない場合は、元のお届け日のままです。',
    ),
    example: { body: { version: 1, deliveryOn: '2026-11-28' } },
    ...ofOneOrder,
  }),
  answerDay: operation(answerDay, {
    ...stepOf(
      '/orders/{id}/day-proposal-answer',
      '提案されたお届け日に回答する（飲食店）',
      '承諾すると、お届け日が変更されます。回答しない場合は、元のお届け日のままです。',
    ),
    example: { body: { agree: true } },
    ...ofOneOrder,
  }),
  keep: operation(keepOrder, {
    ...stepOf('/orders/{id}/growth-refusal', '増えた分を辞退する（農園）', '前回受注した数量のままになります。'),
    ...ofOneOrder,
  }),
  shortage: operation(reportShortage, {
    ...stepOf(
      '/orders/{id}/shortage',
      '受注後に、出荷できる数量を減らす（農園）',
      '飲食店の事前の指示が直ちに適用されます。確認を希望する飲食店には、指定時刻まで確認します。',
    ),
    example: { body: { lines: [{ lineId: '0193c0de-0000-7000-8000-000000000003', qty: 1, reason: 'weather' }] } },
    ...ofOneOrder,
    without: ['version'],
    narrower: { lines: z.array(PlainAnswer).min(1).max(500) },
  }),
  answer: operation(answerProposal, {
    ...stepOf(
      '/orders/{id}/proposal-answer',
      '農園の変更依頼に回答する（飲食店）',
      '変更依頼のある商品ごとに、出荷可能な数量を受け取る（take）、キャンセルする（drop）、事前の指示のとおりにする（instruction）のいずれかを指定します。すべての商品に回答が必要です。送料は出荷する箱に合わせて再計算され、増えることはありません。',
    ),
    example: { body: { answers: [{ lineId: '0193c0de-0000-7000-8000-000000000003', answer: 'take' }] } },
    ...ofOneOrder,
  }),
  turnDown: operation(turnDownProposal, {
    ...stepOf(
      '/orders/{id}/proposal-refusal',
      '変更依頼に応じず、注文をキャンセルする（飲食店）',
      '取消料はかかりません。',
    ),
    ...ofOneOrder,
    without: ['reason'],
  }),
  undoAnswer: operation(undoAnswer, {
    ...stepOf(
      '/orders/{id}/proposal-answer-withdrawal',
      '変更依頼への回答を取り消す（飲食店）',
      '回答期限までは、回答を取り消して、もう一度回答できます。その後に注文が変わった場合は、取り消せません。',
    ),
    ...ofOneOrder,
  }),
  askCancel: operation(askToCancel, {
    ...stepOf(
      '/orders/{id}/cancellation-request',
      '農園にキャンセルを依頼する（飲食店）',
      '締切後から箱詰めまで利用できます。農園が承諾した場合は、注文時に表示された取消料がかかります。回答がない場合は、注文どおりに届きます。',
    ),
    example: { body: { reason: '予約がなくなりました' } },
    ...ofOneOrder,
  }),
  answerCancel: operation(answerCancel, {
    ...stepOf(
      '/orders/{id}/cancellation-answer',
      'キャンセル依頼に回答する（農園）',
      '承諾すると、キャンセルになります。',
    ),
    example: { body: { agree: true } },
    ...ofOneOrder,
  }),
  giveUp: operation(giveUpOrder, {
    ...stepOf(
      '/orders/{id}/force-majeure',
      '出荷できなくなったことを登録する（農園）',
      '災害などにより、箱詰め中の注文をすべて出荷できない場合に使用します。キャンセルになり、飲食店に取消料はかかりません。',
    ),
    example: { body: { reason: '土砂くずれで道がふさがりました' } },
    ...ofOneOrder,
  }),
  shareHarvest: operation(shareHarvest, {
    path: '/harvest-shares',
    tag,
    scope: 'orders.write',
    summary: '不足した収穫分を割り当てる（農園）',
    description:
      '契約分、新規の飲食店に1割まで、継続取引の飲食店を注文順に、その他を注文順に割り当てます。数量が減る飲食店には、事前の指示が適用されます。',
    example: { body: { productId: '0193c0de-0000-7000-8000-000000000001', shipOn: '2026-11-25', available: 12 } },
    output: Shared,
    answer: (_, __, shared) => shared,
  }),
}
