import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint, mayBeBusy } from '#api/endpoint.server.ts'
import { tooMany } from '#api/problems.server.ts'
import { AnId, Count, Yen } from '#api/schemas/shapes.ts'
import { type Actor, unprovenAccountOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type RefusalDetail, waitSecondsOf } from '#kernel/result.ts'
import { Body, EmailIn, Text } from '#kernel/schema.ts'
import { exchangeCustomToken } from '#modules/identity/custom-token.server.ts'
import { myFarm, myRestaurant } from '#modules/identity/me.server.ts'
import { refreshTokens, type TokenPair, withRefreshToken } from '#modules/identity/refresh-tokens.server.ts'
import { finishSignIn } from '#modules/identity/second-step.server.ts'
import { secondStepRefusalText } from '#modules/identity/second-step-labels.ts'
import { programSession } from '#modules/identity/session.ts'
import { closeSession } from '#modules/identity/session-store.server.ts'
import { signIn, signInRefusalText } from '#modules/identity/sign-in.server.ts'
import { exchangeNeedsStepText, tokenRefusedText } from '#modules/identity/token-labels.ts'
import { resendLink } from '#modules/organisations/sign-up/await-link.server.ts'
import { changeUnprovenAddress } from '#modules/organisations/sign-up/change-address.server.ts'
import { deleteUnproven } from '#modules/organisations/sign-up/delete-unproven.server.ts'
import { alreadyVerifiedText, verificationTooSoonText } from '#modules/organisations/sign-up/unproven-labels.ts'

const tag = 'サインイン'

/** The two tokens, and their lifetimes. */
const Tokens = z.object({
  token: z.string().describe('アクセストークン。Authorization: Bearer に付ける'),
  refreshToken: z.string().describe('更新用のトークン（htr_ で始まる）。1回のみ使用できる'),
  tokenType: z.literal('bearer'),
  expiresSeconds: Count.describe('token の有効期限までの秒数'),
  refreshSeconds: Count.describe('refreshToken の有効期限までの秒数'),
})

const tokensExample = {
  token: 'htk_3q2-7w…',
  refreshToken: 'htr_9k1_4d…',
  tokenType: 'bearer',
  expiresSeconds: 900,
  refreshSeconds: 2_592_000,
}

const refusedToken = {
  TOKEN_REFUSED: { status: 401, message: tokenRefusedText },
}

const unprovenOnly = {
  ALREADY_VERIFIED: { status: 409, message: alreadyVerifiedText },
}

const tooSoonAnswer = {
  TOO_SOON: { status: 429, message: verificationTooSoonText },
}

const Me = z.object({
  kind: z
    .enum(['buyer', 'farm', 'person', 'unproven'])
    .describe('unproven はメールアドレスの確認が完了していない利用者。他の操作は 403 EMAIL_NOT_VERIFIED になります'),
  personId: AnId,
  name: z.string(),
  role: z.enum(['owner', 'staff']).nullable(),
  orderLimitYen: Yen.nullable().describe('1回に注文できる上限額（税込）。null は上限なし'),
  restaurant: z
    .object({
      name: z.string(),
      status: z.string(),
      kitchens: z.array(z.object({ id: AnId, name: z.string(), place: z.string() })),
    })
    .nullable(),
  farm: z.object({ id: AnId, name: z.string(), place: z.string(), status: z.string() }).nullable(),
})

export const identityOperations = {
  openToken: endpoint('newcomers', {
    method: 'POST',
    path: '/auth/tokens',
    tag,
    scope: 'none',
    summary: 'トークンを発行する',
    description:
      'メールアドレスとパスワードでサインインし、Bearerトークンを取得します。以後は `Authorization: Bearer htk_…` を付けて呼び出します。有効期限は15分です。`refreshToken` で新しいトークンの組を取得します（サインインから90日まで）。二段階認証を使用している場合は、確認コード（6桁または予備コード）を `code` に指定します。サインインを外部サービス（Google Identity Platform）で行う環境では使用できず、404を返します。その場合は「マイ設定」で作成する連携用トークンを使用します。',
    successStatus: 201,
    example: {
      body: { email: 'chef@example.jp', password: 'パスワード' },
      answer: tokensExample,
    },
  })
    .errors({
      WRONG_CREDENTIALS: { status: 401, message: signInRefusalText.wrong_credentials },
      SECOND_FACTOR_NEEDED: {
        status: 401,
        message: '二段階認証を使用しています。確認コードを code に指定してください。',
      },
      WRONG_CODE: { status: 401, message: secondStepRefusalText.wrong_code },
      TOO_MANY_TRIES: { status: 429, message: signInRefusalText.too_many_tries },
    })
    .errors(mayBeBusy)
    .input(
      z.object({
        body: Body({
          email: Text(3, 254),
          password: Text(1, 200),
          code: Text(1, 20).optional().describe('確認コード。二段階認証を使用している場合のみ'),
        }),
      }),
    )
    .output(Tokens)
    .handler(async ({ context, input }) => {
      const { ctx, ip, userAgent } = context
      // browsers send passwords to the provider; programs have tokens of their own
      if (ctx.firebase) throw new NotFound('password')
      const { code, ...credentials } = input.body
      const from = { channel: 'bearer' as const, ip, userAgent }
      const first = await signIn(ctx, { ...credentials, ...from })
      if (!first.ok) throw refusedAs(first, signInRefusalText[first.refusal])
      const { value } = first
      if ('ticket' in value && code === undefined)
        throw refusedAs(
          { refusal: 'second_factor_needed' },
          '二段階認証を使用しています。確認コードを code に指定してください。',
        )
      const token =
        'ticket' in value
          ? await afterCode(context, { ...from, ticket: value.ticket, answer: { code: code ?? '' } })
          : value.token
      return answerOf(await withRefreshToken(ctx, token))
    }),
  refreshToken: endpoint('newcomers', {
    method: 'POST',
    path: '/auth/tokens/refresh',
    tag,
    scope: 'none',
    summary: 'トークンを更新する',
    description:
      '`refreshToken` を送信すると、新しいトークンの組を取得します。前の組はどちらも使用できなくなります。使用済みの `refreshToken` が再度送信された場合は、盗まれたものとみなし、このサインインを終了します。',
    successStatus: 201,
    example: { body: { refreshToken: 'htr_9k1_4d…' }, answer: tokensExample },
  })
    .errors(refusedToken)
    .input(z.object({ body: Body({ refreshToken: Text(1, 200) }) }))
    .output(Tokens)
    .handler(async ({ context: { ctx, ip }, input }) => {
      const pair = await refreshTokens(ctx, input.body.refreshToken, ip)
      if (!pair.ok) throw refusedAs(pair, tokenRefusedText)
      return answerOf(pair.value)
    }),
  exchangeToken: endpoint('newcomers', {
    method: 'POST',
    path: '/auth/tokens/exchange',
    tag,
    scope: 'none',
    summary: '引き継ぎトークンでサインインする',
    description:
      '運営や提携先のシステムが発行した、2分間に1回のみ使用できるトークンを、Bearerトークンに交換します。サインインを外部サービスで行う環境には、このトークンはありません。',
    successStatus: 201,
    example: { body: { customToken: 'eyJhbGciOiJFUzI1NiIs…' }, answer: tokensExample },
  })
    .errors(refusedToken)
    .errors({
      SECOND_FACTOR_NEEDED: { status: 401, message: exchangeNeedsStepText },
      TOO_MANY_TRIES: { status: 429, message: signInRefusalText.too_many_tries },
    })
    .input(z.object({ body: Body({ customToken: Text(1, 2_000) }) }))
    .output(Tokens)
    .handler(async ({ context, input }) => {
      const { ctx, encryption, ip, userAgent } = context
      const pair = await exchangeCustomToken(ctx, encryption, { token: input.body.customToken, ip, userAgent })
      if (!pair.ok)
        throw refusedAs(pair, pair.refusal === 'token_refused' ? tokenRefusedText : exchangeRefusalText[pair.refusal])
      return answerOf(pair.value)
    }),
  revokeToken: endpoint('members', {
    method: 'DELETE',
    path: '/auth/tokens/current',
    tag,
    scope: 'none',
    unproven: true,
    summary: '現在のトークンを取り消す',
    description: 'サインアウトします。取り消したトークンと、その更新用のトークンは、すぐに使用できなくなります。',
    successStatus: 204,
  })
    .output(z.void())
    .handler(async ({ context }) => {
      if (context.token) await closeSession(context.ctx, context.token)
    }),
  resendVerification: endpoint('members', {
    method: 'POST',
    path: '/me/email-verification',
    tag,
    scope: 'none',
    unproven: true,
    summary: '確認メールを再送する',
    description:
      'メールアドレスの確認が完了していないアカウントに、確認メールを再送します。前のメールのリンクは使用できなくなります。確認は、メールのリンクを開いた画面で行います。',
    successStatus: 204,
  })
    .errors(unprovenOnly)
    .errors(tooSoonAnswer)
    .output(z.void())
    .handler(async ({ context: { ctx, ip, encryption } }) => {
      requireUnprovenHere(ctx.actor)
      const sent = await resendLink(ctx, {}, { token: null, ip, encryption })
      if (!sent.ok) throw sent.refusal === 'too_soon' ? tooSoon(sent) : alreadyVerified()
    }),
  changeUnprovenAddress: endpoint('members', {
    method: 'PUT',
    path: '/me/email-verification',
    tag,
    scope: 'none',
    unproven: true,
    summary: '確認前のメールアドレスを変更する',
    description:
      '確認が完了していないアカウントのメールアドレスを変更し、新しいアドレスに確認メールを送信します。登録済みのアドレスでも同じレスポンスを返します。確認完了後の変更は「マイ設定」で行います。',
    successStatus: 204,
    example: { body: { email: 'chef@example.jp' } },
  })
    .errors(unprovenOnly)
    .errors(tooSoonAnswer)
    .input(z.object({ body: Body({ email: EmailIn }) }))
    .output(z.void())
    .handler(async ({ context: { ctx, ip, encryption }, input }) => {
      requireUnprovenHere(ctx.actor)
      const changed = await changeUnprovenAddress(ctx, input.body, { ip, encryption })
      if (!changed.ok) throw changed.refusal === 'too_soon' ? tooSoon(changed) : alreadyVerified()
    }),
  deleteUnproven: endpoint('members', {
    method: 'DELETE',
    path: '/me',
    tag,
    scope: 'none',
    unproven: true,
    summary: '確認前のアカウントを削除する',
    description:
      '確認が完了していないアカウントを、登録の申し込みとともに削除します。元に戻せません。確認完了後の退会は「マイ設定」で行います。',
    successStatus: 204,
  })
    .errors(unprovenOnly)
    .input(z.object({ query: z.object({ confirmed: z.literal('true').describe('削除への同意') }) }))
    .output(z.void())
    .handler(async ({ context: { ctx } }) => {
      requireUnprovenHere(ctx.actor)
      const deleted = await deleteUnproven(ctx, { confirmed: true }, { token: null })
      if (!deleted.ok) throw alreadyVerified()
    }),
  me: endpoint('members', {
    method: 'GET',
    path: '/me',
    tag,
    scope: 'any',
    unproven: true,
    summary: '自分の情報を取得する',
    description: 'サインイン中の利用者、所属する飲食店・農園、注文できる店舗の一覧を返します。',
  })
    .output(Me)
    .handler(async ({ context: { ctx } }) => ({
      ...whoIs(ctx.actor),
      restaurant: ctx.actor.kind === 'buyer' ? await myRestaurant(ctx) : null,
      farm: ctx.actor.kind === 'farm' ? await myFarm(ctx) : null,
    })),
}

const alreadyVerified = () => new ORPCError('ALREADY_VERIFIED', { status: 409, message: alreadyVerifiedText })
const tooSoon = (refused: Parameters<typeof waitSecondsOf>[0]) =>
  tooMany('TOO_SOON', verificationTooSoonText, waitSecondsOf(refused))

/** Operations for accounts with an unverified address answer all others that theirs is verified. */
function requireUnprovenHere(actor: Actor): void {
  if (!unprovenAccountOf(actor)) throw alreadyVerified()
}

const exchangeRefusalText = {
  too_many_tries: signInRefusalText.too_many_tries,
  second_factor_needed: exchangeNeedsStepText,
}

const answerOf = (pair: TokenPair) => ({
  ...pair,
  tokenType: 'bearer' as const,
  expiresSeconds: programSession.accessMs / 1000,
  refreshSeconds: programSession.idleMs / 1000,
})

/** The token of a user who has turned the second step on. */
async function afterCode({ ctx, encryption }: ApiContext, input: Parameters<typeof finishSignIn>[2]): Promise<string> {
  const result = await finishSignIn(ctx, encryption, input)
  if (result.ok) return result.value.token
  const refusal = result.refusal === 'too_many_codes' ? 'too_many_tries' : 'wrong_code'
  throw refusedAs({ ...result, refusal }, secondStepRefusalText[result.refusal])
}

const refusedAs = (refused: { refusal: string; detail?: RefusalDetail }, message: string) =>
  refused.refusal === 'too_many_tries'
    ? tooMany('TOO_MANY_TRIES', message, waitSecondsOf(refused))
    : new ORPCError(refused.refusal.toUpperCase(), { status: 401, message })

function whoIs(actor: Ctx['actor']) {
  const unproven = unprovenAccountOf(actor)
  if (unproven)
    return {
      kind: 'unproven' as const,
      personId: unproven.personId,
      name: unproven.name,
      role: null,
      orderLimitYen: null,
    }
  const person = personOf(actor)
  return {
    kind: person.kind,
    personId: person.personId,
    name: person.name,
    role: person.kind === 'person' ? null : person.role,
    orderLimitYen: person.kind === 'buyer' ? person.orderLimitYen : null,
  }
}

/** Only users have sessions here: the router lets nobody else in. */
function personOf(actor: Actor) {
  if (actor.kind === 'buyer' || actor.kind === 'farm' || actor.kind === 'person') return actor
  throw new TypeError(`${actor.kind} has no session of the API`)
}
