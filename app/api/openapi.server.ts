import { type JSONSchema, type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'
import { scopes, scopeWords } from '#modules/identity/api-scopes.ts'
import { sessionCookie } from '#modules/identity/session.ts'
import { Cart } from './operations/cart.server.ts'
import { router } from './router.server.ts'
import { Order, OrderSummary } from './schemas/order-shape.ts'
import { Product, ProductCard } from './schemas/products.ts'

const description = `飲食店が農家から直接仕入れる「畝と皿」のAPIです。

1. \`POST /auth/tokens\` でトークンを受け取り、\`Authorization: Bearer htk_…\` を付けて呼びます。15分で切れたら \`POST /auth/tokens/refresh\`。自社のソフトには、設定でつくる連携用トークン（\`hti_…\`）も使えます。
2. 店：\`GET /products?q=にんじん\` → \`PUT /cart/lines/{productId}\` → \`GET /cart\` → \`POST /purchases\`（かごの \`seen\` をそのまま）
3. 農園：\`GET /farm/work\` → \`acceptance\` → \`preparation\` → \`packing\`（重さと収穫分） → \`shipment\`（送り状番号）
4. 店：\`receipt\`（検収）で金額が確定します。

**単位** 金額は円の整数（とくに書かないとき税抜き）、重さはグラムの整数、日は日本の日付 YYYY-MM-DD、時刻は ISO 8601。

**二重に行わないために** 注文や出荷など、くり返してはいけない操作にはヘッダー \`Idempotency-Key\`（8〜200文字）が要ります。答えが届かなかったときは、同じ鍵・同じ内容で送り直してください。一度しか行われません。

**うまくいかないとき** 本文は \`{code, message, detail?}\`。message はそのまま人に見せられる日本語です。入力のまちがいは 422 で \`detail.issues\` に欄ごとの理由、業務上できないことは 409、見る権利のないものは 404。

**Webhook** 注文や在庫が動いたときに、お使いのソフトへ \`POST\` で知らせます。本文は \`{id, kind, occurredAt, sequence, data}\`。届かなければ、間をあけて2日のあいだ送り直します（同じ \`id\` は同じ知らせ。順番は \`sequence\`）。ヘッダー \`Une-Signature: t=<秒>,v1=<16進>\` の v1 は、送り先をつくったときのひみつの文字を鍵にした \`<t>.<本文>\` の HMAC-SHA-256 です。同じ計算をして一致するか、t が5分より古くないかをたしかめてから、2xx を10秒以内に返してください。410 を返すと、そこで止めます。`

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
      '品をさがす',
      'かご',
      '注文',
      '注文の履歴',
      '出荷と検収',
      '農園の品',
      '値段の決まり',
      '農園のページ',
      '住所',
      'お問い合わせ',
      'リクエスト',
      'やりとり',
      'ロットと回収',
      'お知らせ',
      'Webhook',
      '産地バッジ',
    ].map((name) => ({
      name,
    })),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'POST /auth/tokens で受け取るトークン（htk_ ではじまる）',
        },
        integration: {
          type: 'http',
          scheme: 'bearer',
          description: `自社のソフトのための連携用トークン（hti_ ではじまる）。設定 → 連携用トークンでつくり、\`Authorization: Bearer hti_…\` を付けます。ゆるし：${scopes.map((scope) => `\`${scope}\` ${scopeWords[scope].title}`).join('、')}`,
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'サイトにサインインしているブラウザから、同じサイトのページだけが使えます',
        },
      },
    },
    commonSchemas: {
      ProductCard: { schema: ProductCard, strategy: 'output' },
      Product: { schema: Product, strategy: 'output' },
      Cart: { schema: Cart, strategy: 'output' },
      OrderSummary: { schema: OrderSummary, strategy: 'output' },
      Order: { schema: Order, strategy: 'output' },
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
const facts: JSONSchema = { type: 'object', description: 'message に出てくる数や、どの品か', examples: [{ max: 12 }] }

/** z.int() states ±2^53, which is noise in the documentation of every number. */
const withoutMachineBounds = (document: OpenAPI.Document): OpenAPI.Document =>
  JSON.parse(
    JSON.stringify(document, (key, value: unknown) =>
      (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
        ? undefined
        : value,
    ),
  )
