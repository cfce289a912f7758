import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { tooMany } from '#api/problems.server.ts'
import { AnId, Count, Day, Moment } from '#api/schemas/shapes.ts'
import { NotFound } from '#kernel/errors.ts'
import { type Result, waitSecondsOf } from '#kernel/result.ts'
import { badgeRules } from '#modules/traceability/badges/badge.ts'
import { publishedRules } from '#modules/traceability/badges/badge-rules.ts'
import { badgeKeys, type EntryRefusal, signedBadge } from '#modules/traceability/badges/evidence.server.ts'
import { badgesOfShop } from '#modules/traceability/badges/shop-badges.server.ts'
import { showFarms } from '#modules/traceability/badges/show-farms.server.ts'

const tag = '産地バッジ'

const Rule = z.enum(badgeRules)

const Token = showFarms.declaration.input.token

const tooManyTries = { TOO_MANY_TRIES: { status: 429, message: '連続して呼び出されました。1分ほど待ってください。' } }

const PublishedRule = z.object({
  id: Rule,
  version: Count.describe('規則の版。文言か数値が変わると上がります'),
  name: z.string(),
  text: z.string(),
  months: Count.describe('受け取った納品を数える月数'),
  deliveries: Count.describe('必要な納品の回数。farms は農園ごと、他はすべての農園の合計'),
  percent: Count.nullable().describe('税抜金額の割合（%）。null は割合によらない規則'),
})

const Statement = z.object({
  kind: z.literal('une-to-sara/badge'),
  format: z.literal(1),
  token: z.string(),
  shop: z.string(),
  rule: PublishedRule,
  day: Day.describe('集計日'),
  at: z.string().describe('集計時刻'),
  inputs: z.object({
    deliveries: z.array(
      z.object({
        day: Day.describe('受け取った日'),
        farmId: AnId.nullable().describe('null は、このバッジに掲載していない農園'),
        farm: z.string().nullable(),
        lots: z.array(z.string()).describe('ロット番号'),
        traced: z.boolean().describe('ロットを確認できる商品があった'),
        counted: z.int().nullable().describe('規則が集計する商品の重み（‰、全体を1000とする）。farms では null'),
        other: z.int().nullable().describe('他の商品の重み（‰）'),
      }),
    ),
    certificates: z
      .array(z.object({ farmId: AnId, authority: z.string(), number: z.string(), from: Day, until: Day }))
      .describe('organic のみ。運営が確認した有機JAS認証'),
  }),
  result: z.object({
    valid: z.boolean(),
    from: Day,
    until: Day.describe('今後何も受け取らない場合の、有効な最終日。終了したバッジでは、有効だった最終日'),
    farms: z.array(z.object({ farmId: AnId, farm: z.string(), deliveries: Count, until: Day })),
    percent: z.int().nullable(),
  }),
})

const Badge = z.object({
  token: z.string(),
  rule: Rule,
  shop: z.string(),
  from: Day,
  until: Day,
  wholeUntil: Day.describe('掲載したすべての農園が、このまま有効な最終日'),
  percent: z.int().nullable(),
  farms: z.array(
    z.object({
      farmId: AnId,
      name: z.string(),
      crest: z.string(),
      place: z.string(),
      deliveries: Count,
      firstOn: Day,
      lastOn: Day,
      until: Day,
      shown: z.boolean(),
    }),
  ),
})

export const badgesOperations = {
  own: endpoint('members', {
    method: 'GET',
    path: '/badges',
    tag,
    scope: 'orders.read',
    summary: '自店の産地バッジと、未取得のバッジに不足している条件',
  })
    .output(
      z.object({
        earned: z.array(Badge),
        progress: z.array(
          z.object({
            rule: Rule,
            have: z.int(),
            need: z.int(),
            deliveries: z.int(),
            deliveriesNeeded: z.int(),
            nearest: z.object({ name: z.string(), deliveries: Count }).nullable(),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx } }) => {
      const { earned, progress } = await badgesOfShop(ctx)
      return { earned: earned.map(({ restaurantId: _, ...badge }) => badge), progress }
    }),
  showFarms: operation(showFarms, {
    method: 'PUT',
    path: '/badges/{token}/farms',
    tag,
    scope: 'none',
    summary: 'バッジに掲載する農園を選択する',
    description: '納品で証明できる農園のうち、掲載するものをすべて指定します。他の農園は追加できません。',
    params: { token: 'token' },
    output: z.object({ shown: Count }),
    answer: (_, _given, shown) => shown,
  }),
  rules: endpoint('newcomers', {
    method: 'GET',
    path: '/badges/rules',
    tag,
    scope: 'none',
    summary: '産地バッジの規則',
    description: '誰でも、どのサイトのページからでも取得できます。',
  })
    .output(z.object({ rules: z.array(PublishedRule) }))
    .handler(() => ({ rules: badgeRules.map((id) => ({ id, ...publishedRules[id] })) })),
  keys: endpoint('newcomers', {
    method: 'GET',
    path: '/badges/keys',
    tag,
    scope: 'none',
    summary: '署名を検証する公開鍵（JWK Set）',
    description: 'Ed25519。前の鍵も残ります。retiredAt のある鍵は、その時刻より後の署名には使われていません。',
  })
    .errors(tooManyTries)
    .output(
      z.object({
        keys: z.array(
          z.object({
            kty: z.literal('OKP'),
            crv: z.literal('Ed25519'),
            use: z.literal('sig'),
            alg: z.literal('EdDSA'),
            kid: z.string(),
            x: z.string(),
            retiredAt: Moment.nullable(),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx, encryption, ip } }) => ({
      keys: opened(await badgeKeys({ db: ctx.db, now: ctx.now, encryption, ip })),
    })),
  evidence: endpoint('newcomers', {
    method: 'GET',
    path: '/badges/{token}',
    tag,
    scope: 'none',
    summary: '産地バッジの証拠',
    description:
      '規則、集計した納品、結果と、その署名。金額と数量は含みません。signature は statement を正規化したJSON（RFC 8785）への compact JWS（EdDSA）です。誰でも、どのサイトのページからでも取得できます。検証用のツールは docs/verify-badge.mjs にあります。',
  })
    .errors(tooManyTries)
    .input(z.object({ params: z.object({ token: Token }) }))
    .output(z.object({ statement: Statement, signature: z.string() }))
    .handler(async ({ context: { ctx, encryption, ip }, input: { params } }) =>
      opened(await signedBadge({ db: ctx.db, now: ctx.now, encryption, ip }, params.token)),
    ),
}

function opened<T>(result: Result<T, EntryRefusal>): T {
  if (result.ok) return result.value
  if (result.refusal === 'no_such_badge') throw new NotFound('badge')
  throw tooMany('TOO_MANY_TRIES', '連続して呼び出されました。1分ほど待ってください。', waitSecondsOf(result))
}
