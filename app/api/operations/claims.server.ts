import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint, needsKey, refusals } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { ofOrder } from '#api/operations/ordering.server.ts'
import { granted, tooMany } from '#api/problems.server.ts'
import { PartOut } from '#api/schemas/order-shape.ts'
import { AnId, Count, Day, Grams, Moment, Percent, Yen } from '#api/schemas/shapes.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { claimReasons, claimStates, costBearers, remedyKinds } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { ClaimId, OrderId } from '#kernel/ids.ts'
import { ok } from '#kernel/result.ts'
import { Base64, Body, KeyHeader } from '#kernel/schema.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import {
  answerClaim,
  escalateClaim,
  recheckClaim,
  takeOffer,
  withdrawClaim,
} from '#modules/ordering/claims/answer-claim.server.ts'
import { WishIn } from '#modules/ordering/claims/claim-input.ts'
import { claimRefusalText } from '#modules/ordering/claims/claim-labels.ts'
import { ownClaimLimit, setClaimLimit } from '#modules/ordering/claims/claim-limits.server.ts'
import { claimsOfOrder, claimsToAnswer } from '#modules/ordering/claims/claim-queries.server.ts'
import { openClaim } from '#modules/ordering/claims/open-claim.server.ts'
import { receiptsOfMonth } from '#modules/ordering/fulfilment/receipts.server.ts'
import { keepPhoto } from '#modules/photos/keep-photo.server.ts'
import { maxPhotoBytes, type PhotoKey, photoRefusalText } from '#modules/photos/photo.ts'

const tag = '検収の記録と報告'

const RemedyOut = z.object({ kind: z.enum(remedyKinds), percent: Percent, words: z.string() })

const ClaimOut = z.object({
  id: AnId,
  number: z.string(),
  orderId: AnId,
  lineId: AnId,
  state: z.enum(claimStates),
  reason: z.enum(claimReasons),
  claimed: z.object({
    qty: Count,
    grams: Grams.nullable(),
    part: PartOut.nullable().describe('qty に加えて報告された、1つ（1箱など）のうちの一部'),
  }),
  amountYen: Yen.nullable().describe('金額の閲覧を許可されていない農園の家族・スタッフには null'),
  wish: WishIn,
  words: z.string(),
  offer: RemedyOut.nullable().describe('農園の回答'),
  decision: RemedyOut.extend({ borneBy: z.enum(costBearers) })
    .nullable()
    .describe('運営の決定'),
  entry: z
    .object({
      kind: z.enum(remedyKinds),
      yen: Yen.nullable(),
      nextStatement: z.boolean().describe('請求確定後のため、次の明細で差し引く'),
      borneBy: z.enum(costBearers),
      at: Moment,
    })
    .nullable()
    .describe('解決の内容。解決するまでは null'),
  again: z.object({ id: AnId, number: z.string(), deliveryOn: Day }).nullable().describe('代替品の注文（無料）'),
  openedAt: Moment,
  dueAt: Moment.nullable().describe('この時刻に、自動で次に進みます'),
  photos: z.array(z.object({ key: z.string(), byFarm: z.boolean() })).describe('/media/<key>.webp'),
  actions: z.array(z.object({ name: z.string(), button: z.string(), refusal: z.string().nullable() })),
})

const Claims = z.object({ claims: z.array(ClaimOut) })

const Limit = z.object({
  ownYen: Yen.nullable().describe('自分で設定した金額（税抜）。null は運営の標準'),
  platformYen: Yen.describe('運営の標準'),
})

const stepOf = (path: `/${string}`, summary: string, description: string) =>
  ({ path, tag, scope: 'orders.write', summary, description }) as const

/** The response is the current state of all claims of this claim's order. */
const ofOneClaim = {
  params: { id: 'claimId' },
  output: Claims,
  answer: ({ ctx }: ApiContext, { claimId }: { claimId: ClaimId }) => claimsBeside(ctx, claimId),
} as const

const photoLimit = { most: 80, withinMs: 15 * 60_000 }

export const claimsOperations = {
  photo: endpoint('members', {
    method: 'POST',
    path: '/claim-photos',
    tag,
    scope: 'any',
    summary: '報告・検収・メッセージの写真を送信する',
    description:
      '返された key を、同じ form とともに、検収・報告・回答・メッセージに指定します。1日使用されない写真は削除されます。',
    successStatus: 201,
  })
    .errors(needsKey)
    .errors({ TOO_MANY_PHOTOS: { status: 429, message: '連続して写真が送信されました。15分ほど待ってください。' } })
    .errors(
      refusals(
        [
          'photo_too_large',
          'photo_not_a_picture',
          'photo_heic',
          'photo_animated',
          'photo_broken',
          'file_infected',
          'scanner_away',
        ] as const,
        (refusal) => photoRefusalText[refusal],
      ),
    )
    .input(
      z.object({
        headers: KeyHeader,
        body: Body({
          form: z.uuid('UUIDを指定してください。').describe('送信内容ごとに1つ決めるUUID'),
          data: Base64('写真', maxPhotoBytes, photoRefusalText.photo_too_large),
        }),
      }),
    )
    .output(z.object({ key: z.string() }))
    .handler(async ({ context: { ctx, files }, input: { headers, body } }) => {
      const whose = 'personId' in ctx.actor ? ctx.actor.personId : ctx.actor.kind
      const wait = await waitAfter(ctx, 'photo-claim', whose, photoLimit)
      if (wait > 0) throw tooMany('TOO_MANY_PHOTOS', '連続して写真が送信されました。15分ほど待ってください。', wait)
      const bytes = new Uint8Array(Buffer.from(body.data, 'base64'))
      const kept = granted(
        await keepPhoto(ctx, { bytes, formKey: body.form }, files),
        (refusal) => photoRefusalText[refusal],
      )
      // sent again: the first one counts, and the unreferenced draft is cleaned up
      const first = await idempotent<{ key: PhotoKey }, never>(
        ctx,
        'photo.keep',
        headers['idempotency-key'],
        body,
        async () => ok({ key: kept.key }),
      )
      return granted(first, claimRefusalText)
    }),
  list: endpoint('members', {
    method: 'GET',
    path: '/orders/{id}/claims',
    tag,
    scope: 'orders.read',
    summary: '注文の不良・欠品の報告（飲食店・農園）',
  })
    .input(z.object({ params: ofOrder }))
    .output(Claims)
    .handler(({ context: { ctx }, input: { params } }) => claimsOf(ctx, params.id)),
  waiting: endpoint('members', {
    method: 'GET',
    path: '/farm/claims',
    tag,
    scope: 'orders.read',
    summary: '回答待ちの報告（農園）',
  })
    .output(
      z.object({
        claims: z.array(
          z.object({ id: AnId, orderId: AnId, line: z.string(), restaurant: z.string(), dueAt: Moment.nullable() }),
        ),
      }),
    )
    .handler(async ({ context: { ctx } }) => ({ claims: await claimsToAnswer(ctx) })),
  open: operation(openClaim, {
    path: '/orders/{id}/claims',
    tag,
    scope: 'receipts.write',
    summary: '不良・欠品を報告する（飲食店）',
    description:
      '検収後に判明した不良・欠品。写真があり、双方が設定した金額以内で、不足・傷みの場合は、自動承認されます。他の商品の請求は、通常どおり進みます。',
    example: {
      body: {
        lineId: '0193c0de-0000-7000-8000-000000000003',
        reason: 'short',
        usableQty: 2,
        wish: 'credit',
        words: '3箱のはずが2箱でした',
      },
    },
    params: { id: 'orderId' },
    output: Claims,
    answer: ({ ctx }, { orderId }) => claimsOf(ctx, orderId),
  }),
  answer: operation(answerClaim, {
    ...stepOf(
      '/claims/{id}/answer',
      '報告に回答する（農園）',
      '48時間以内に回答します。すべてに応じる（percent 100）、一部に応じる、代替品を送る（replacement）、応じない（none、理由が必要）。',
    ),
    example: { body: { kind: 'price_reduction', percent: 50, words: '半分は使えそうとのことなので' } },
    ...ofOneClaim,
  }),
  takeOffer: operation(takeOffer, {
    ...stepOf('/claims/{id}/acceptance', '農園の回答を承諾する（飲食店）', '報告は解決し、請求に反映されます。'),
    ...ofOneClaim,
  }),
  withdraw: operation(withdrawClaim, {
    ...stepOf('/claims/{id}/withdrawal', '報告を取り下げる（飲食店）', '出荷どおりに請求されます。'),
    ...ofOneClaim,
  }),
  escalate: operation(escalateClaim, {
    ...stepOf('/claims/{id}/escalation', '運営に判断を依頼する（飲食店・農園）', '3営業日が目安です。'),
    example: { body: { words: '写真のとおりです' } },
    ...ofOneClaim,
  }),
  recheck: operation(recheckClaim, {
    ...stepOf('/claims/{id}/recheck', '再度の判断を依頼する（飲食店・農園）', '決定から72時間以内に、1回のみ。'),
    example: { body: { words: '送ったときの写真を見てください' } },
    ...ofOneClaim,
  }),
  limit: endpoint('members', {
    method: 'GET',
    path: '/claim-limit',
    tag,
    scope: 'orders.read',
    summary: '報告を自動承認する金額を見る（飲食店・農園）',
  })
    .output(Limit)
    .handler(({ context: { ctx } }) => ownClaimLimit(ctx)),
  setLimit: operation(setClaimLimit, {
    method: 'PUT',
    path: '/claim-limit',
    tag,
    scope: 'orders.write',
    summary: '報告を自動承認する金額を設定する（飲食店・農園の責任者）',
    description: '写真のある「不足・傷み」は、飲食店と農園の小さいほうの金額まで、回答を待たずに自動承認されます。',
    example: { body: { limitYen: 3_000 } },
    output: Limit,
    answer: ({ ctx }) => ownClaimLimit(ctx),
  }),
  receipts: endpoint('members', {
    method: 'GET',
    path: '/receipts',
    tag,
    scope: 'orders.read',
    summary: '受け取りの記録（飲食店、月別）',
    description: 'HACCP の受入れの記録。',
  })
    .input(
      z.object({
        query: z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, '2026-11 の形式で指定してください。') }),
      }),
    )
    .output(
      z.object({
        receipts: z.array(
          z.object({
            orderId: AnId,
            orderNumber: z.string(),
            farm: z.string(),
            kitchen: z.string(),
            receivedAt: Moment,
            receivedBy: z.string(),
            chilledTenths: z.int().nullable().describe('冷蔵商品の温度（0.1℃）'),
            frozenTenths: z.int().nullable(),
            note: z.string(),
            lineCount: Count,
            wrong: z.array(
              z.object({
                line: z.string(),
                verdict: z.string(),
                note: z.string().nullable(),
                claim: z.enum(claimStates).nullable(),
              }),
            ),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => ({
      receipts: await receiptsOfMonth(ctx, query.month),
    })),
}

const claimsOf = async (ctx: Ctx, orderId: OrderId) => ({
  claims: (await claimsOfOrder(ctx, orderId)).map((claim) =>
    claim.moneyShown ? claim : { ...claim, amountYen: null, entry: claim.entry && { ...claim.entry, yen: null } },
  ),
})

async function claimsBeside(ctx: Ctx, claimId: ClaimId) {
  const row = await ctx.db.selectFrom('claims').select('orderId').where('id', '=', claimId).executeTakeFirst()
  if (!row) throw new NotFound('claim')
  return claimsOf(ctx, row.orderId)
}
