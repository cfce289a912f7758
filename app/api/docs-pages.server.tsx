import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { markdown } from '#modules/content/markdown.server.ts'
import { ProseText } from '#modules/content/ui/prose-text.tsx'
import { DocsSchema, type Schema } from './docs-schema.server.tsx'

/** The parts of an OpenAPI 3.1 document that the pages read; openapi.server.ts generates it. */
export type ApiDocument = {
  info: { title: string; description?: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, { description?: string }> }
}

type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { description: string; content?: Record<string, Content> }>
}

type Content = { schema?: Schema; example?: unknown }
type Endpoint = { path: string; method: string; operation: Operation }

const placeWords: Readonly<Record<string, string>> = { path: 'パス', query: 'クエリ', header: 'ヘッダー' }
const securityWords: Readonly<Record<string, string>> = {
  bearer: 'サインインのトークン',
  integration: '連携用トークン',
  session: 'サイトのセッション',
  staff: '運営者のセッション',
}

/** All operations by subject, each with a link to its page, and the introduction of the document. */
export function overviewPage({ info, components, tags, ...document }: ApiDocument): string {
  const endpoints = endpointsOf(document)
  const subjects = [
    ...new Set([tags.map(({ name }) => name), ...endpoints.map(({ operation }) => operation.tags ?? [])].flat()),
  ]
  return page(
    info.title,
    <>
      <h1>{info.title}</h1>
      <p>
        <a href="/api/openapi.json">OpenAPI 3.1の定義（JSON）</a>
      </p>
      <Markdown text={info.description} />
      <h2>認証</h2>
      <dl>
        {Object.entries(components.securitySchemes).map(([name, { description }]) => (
          <div key={name}>
            <dt>{securityWords[name] ?? name}</dt>
            <dd>
              <Markdown text={description} />
            </dd>
          </div>
        ))}
      </dl>
      {subjects.map((name) => (
        <section key={name} aria-labelledby={name}>
          <h2 id={name}>{name}</h2>
          <ul className="endpoints">
            {endpoints
              .filter(({ operation }) => operation.tags?.includes(name))
              .map((endpoint) => (
                <li key={endpoint.operation.operationId}>
                  <a href={`/api/docs/${endpoint.operation.operationId}`}>{endpoint.operation.summary}</a>
                  <Address {...endpoint} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      <h2>共通の型</h2>
      <ul>
        {Object.keys(components.schemas).map((name) => (
          <li key={name}>
            <a href={`/api/docs/schemas/${name}`}>{name}</a>
          </li>
        ))}
      </ul>
    </>,
  )
}

/** One operation: who may call it, its input, and every possible response; null for an unknown id. */
export function operationPage(document: ApiDocument, operationId: string): string | null {
  const endpoint = endpointsOf(document).find(({ operation }) => operation.operationId === operationId)
  if (!endpoint) return null
  const { operation } = endpoint
  return page(
    operation.summary ?? operationId,
    <>
      <Back />
      <h1>{operation.summary}</h1>
      <Address {...endpoint} />
      <Markdown text={operation.description} />
      <h2>認証</h2>
      <ul>
        {(operation.security ?? []).map((way) => (
          <li key={Object.keys(way).join()}>{wayWords(way)}</li>
        ))}
      </ul>
      {operation.parameters && operation.parameters.length > 0 && (
        <>
          <h2>パラメーター</h2>
          <ul className="fields">
            {operation.parameters.map(({ name, in: place, required, schema, description }) => (
              <li key={`${place} ${name}`}>
                <code>{name}</code> <span className="fact">{placeWords[place] ?? place}</span>{' '}
                {required && <span className="fact">必須</span>}{' '}
                <DocsSchema schema={description ? { ...schema, description } : schema} />
              </li>
            ))}
          </ul>
        </>
      )}
      {operation.requestBody && (
        <>
          <h2>リクエスト本文</h2>
          <Contents of={operation.requestBody.content} />
        </>
      )}
      <h2>応答</h2>
      {Object.entries(operation.responses).map(([status, { description, content }]) => (
        <section key={status}>
          <h3>
            {status} {description}
          </h3>
          {content && <Contents of={content} />}
        </section>
      ))}
      <h2>呼び出しの例</h2>
      <Sample>{curlOf(endpoint, document.servers[0]?.url ?? '')}</Sample>
    </>,
  )
}

/** A schema that several operations share; null for an unknown name. */
export function schemaPage({ components }: ApiDocument, name: string): string | null {
  const schema = Object.hasOwn(components.schemas, name) ? components.schemas[name] : undefined
  if (!schema) return null
  return page(
    name,
    <>
      <Back />
      <h1>{name}</h1>
      <DocsSchema schema={schema} />
    </>,
  )
}

const page = (title: string, body: ReactNode) =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} | 畝と皿 API`}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/api/docs/docs.css" />
      </head>
      <body>
        <main>{body}</main>
      </body>
    </html>,
  )}`

const endpointsOf = ({ paths }: Pick<ApiDocument, 'paths'>): Endpoint[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const Back = () => (
  <p>
    <a href="/api/docs">APIの一覧</a>
  </p>
)

const Address = ({ method, path }: Endpoint) => (
  <code className="address">
    {method.toUpperCase()} {path}
  </code>
)

function wayWords(way: Record<string, string[]>): string {
  const names = Object.entries(way).map(([name, scopes]) =>
    scopes.length > 0 ? `${securityWords[name] ?? name}（${scopes.join('、')}）` : (securityWords[name] ?? name),
  )
  return names.join('と') || '不要'
}

function Contents({ of: contents }: { of: Record<string, Content> }) {
  return Object.entries(contents).map(([type, { schema, example }]) => (
    <div key={type}>
      <p className="fact">{type}</p>
      {schema && <DocsSchema schema={schema} />}
      {example !== undefined && <Sample>{JSON.stringify(example, null, 2)}</Sample>}
    </div>
  ))
}

const Sample = ({ children }: { children: string }) => (
  <pre>
    <code>{children}</code>
  </pre>
)

const Markdown = ({ text }: { text: string | undefined }) => (text ? <ProseText html={markdown.render(text)} /> : null)

function curlOf({ method, path, operation }: Endpoint, base: string): string {
  const examples = Object.values(operation.requestBody?.content ?? {}).map(({ example }) => example)
  const key = operation.parameters?.some(({ name, required }) => name === 'Idempotency-Key' && required)
  return [
    `curl -X ${method.toUpperCase()} "$ORIGIN${base}${path}"`,
    `-H 'Authorization: Bearer htk_…'`,
    ...(key ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(examples[0] === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(examples[0], null, 2)}'`]),
  ].join(' \\\n  ')
}
