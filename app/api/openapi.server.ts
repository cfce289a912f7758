import { type JSONSchema, type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'
import { scopes, scopeWords } from '#modules/identity/api-scopes.ts'
import { adminCookie, sessionCookie } from '#modules/identity/session.ts'
import { Cart } from './operations/cart.server.ts'
import { router } from './router.server.ts'
import { DocumentContent } from './schemas/document-shape.ts'
import { Order, OrderSummary } from './schemas/order-shape.ts'
import { Product, ProductCard } from './schemas/products.ts'

const description = `飲食店が生産者から直接仕入れる「畝と皿」のAPIです。

1. \`POST /auth/tokens\` でトークンを取得し、\`Authorization: Bearer htk_…\` を付けて呼び出します。15分で期限が切れたら \`POST /auth/tokens/refresh\` を使用します。自社のソフトには、設定で発行する連携用トークン（\`hti_…\`）も使用できます。
2. 飲食店：\`GET /products?q=にんじん\` → \`PUT /cart\`（かごの全商品。1商品ずつの場合は \`PUT /cart/lines/{productId}\`）→ \`POST /purchases\`（かごの \`seen\` をそのまま送信）
3. 農園：\`GET /farm/work\` → \`acceptance\` → \`preparation\` → \`packing\`（実重量とロット） → \`shipment\`（送り状番号）
4. 飲食店：\`receipt\`（検収）で金額が確定します。

**単位** 金額は円の整数（特に記載がない場合は税抜）、重量はグラムの整数、日付は日本時間の YYYY-MM-DD、時刻は ISO 8601。

**重複の防止** 注文や出荷など、繰り返してはならない操作にはヘッダー \`Idempotency-Key\`（8〜200文字）が必要です。応答が届かなかった場合は、同じキー・同じ内容で再送してください。実行は1回のみです。

**エラー** 本文は \`{code, message, detail?}\`。message はそのまま画面に表示できる日本語です。入力の誤りは 422 で \`detail.issues\` に項目ごとの理由、業務上実行できない操作は 409、閲覧権限のないものは 404。

**Webhook** 注文や在庫に変更があったとき、書類の発行や入金・振込があったときに、お使いのソフトへ \`POST\` で通知します。本文は \`{id, kind, occurredAt, sequence, data}\`。届かない場合は、間隔をあけて2日間再送します（同じ \`id\` は同じ通知。順序は \`sequence\`）。ヘッダー \`Une-Signature: t=<秒>,v1=<16進>\` の v1 は、送信先の作成時に発行された署名シークレットを鍵とする \`<t>.<本文>\` の HMAC-SHA-256 です。同じ計算をして一致すること、t が5分より古くないことを確認してから、2xx を10秒以内に返してください。410 を返すと、送信を停止します。書類と入出金は次の種類です：\`document.issued\`・\`document.voided\`（data.document）、\`payment.matched\`・\`payment.unmatched\`（data.payment。入金のうち自店の分）、\`payout.sent\`・\`payout.returned\`（data.payout）。詳細は data の id でAPIから取得してください。`

/** Texts are limited in letters as people count them, by a refinement, which says so in its metadata (kernel/schema.ts). */
const converter = new ZodToJsonSchemaConverter({
  interceptors: [
    ({ schema, next }) => {
      const [required, json] = next()
      const longest = z.globalRegistry.get(schema)?.maxLength
      return [
        required,
        typeof json === 'object' && typeof longest === 'number' ? { ...json, maxLength: longest } : json,
      ]
    },
  ],
})

let made: Promise<OpenAPI.Document> | null = null

/** Generated from the router, once. */
export const openApiDocument = (): Promise<OpenAPI.Document> => (made ??= generate())

async function generate(): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] })
  const document = await generator.generate(router, {
    info: { title: '畝と皿 API', version: '1.0.0', description },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }, { session: [] }],
    tags: [
      'サインイン',
      '商品の検索',
      'かご',
      '注文',
      '共同購入',
      '注文の履歴',
      '出荷と検収',
      '農園の商品',
      '価格ルール',
      '農園のページ',
      '住所',
      'お問い合わせ',
      'リクエスト',
      '会話',
      'ロットと回収',
      'お知らせ',
      'Webhook',
      '請求・支払い',
      '発行書類',
      '売上と支払通知書',
      '会計ソフト連携',
      '産地バッジ',
      '運営者',
    ].map((name) => ({
      name,
    })),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'POST /auth/tokens で取得するトークン（htk_ で始まる）',
        },
        integration: {
          type: 'http',
          scheme: 'bearer',
          description: `自社のソフト用の連携用トークン（hti_ で始まる）。設定 → 連携用トークンで発行し、\`Authorization: Bearer hti_…\` を付けます。権限：${scopes.map((scope) => `\`${scope}\` ${scopeWords[scope].title}`).join('、')}`,
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'サイトにサインインしているブラウザから、同じサイトのページのみ使用できます',
        },
        staff: {
          type: 'apiKey',
          in: 'cookie',
          name: adminCookie,
          description: '運営者用。管理画面にサインインしているブラウザから、閲覧のみ使用できます',
        },
      },
    },
    commonSchemas: {
      ProductCard: { schema: ProductCard, strategy: 'output' },
      Product: { schema: Product, strategy: 'output' },
      Cart: { schema: Cart, strategy: 'output' },
      OrderSummary: { schema: OrderSummary, strategy: 'output' },
      Order: { schema: Order, strategy: 'output' },
      DocumentContent: { schema: DocumentContent, strategy: 'output' },
    },
    customErrorResponseBodySchema: (problems, status) => ({
      oneOf: problems.map(([code, message, , detail]) => problemSchema(code, message, detail, status)),
    }),
  })
  return withoutMachineBounds(document)
}

function problemSchema(code: string, message: string, detail: JSONSchema, status: number): JSONSchema {
  return {
    type: 'object',
    title: code,
    description: message,
    required: ['code', 'message'],
    properties: {
      code: { const: code },
      message: { type: 'string', examples: [message] },
      ...(status === 500 && { requestId: { type: 'string' } }),
      ...(isSaid(detail) ? { detail } : status === 409 && { detail: facts }),
    },
  }
}

const isSaid = (schema: JSONSchema) => typeof schema === 'object' && Object.keys(schema).length > 0
const facts: JSONSchema = {
  type: 'object',
  description: 'message に含まれる数値や、対象の商品',
  examples: [{ max: 12 }],
}

/** z.int() states ±2^53, which is noise in the documentation of every number. */
const withoutMachineBounds = (document: OpenAPI.Document): OpenAPI.Document =>
  JSON.parse(
    JSON.stringify(document, (key, value: unknown) =>
      (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
        ? undefined
        : value,
    ),
  )
