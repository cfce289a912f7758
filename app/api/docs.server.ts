import { type ApiDocument, operationPage, overviewPage, schemaPage } from './docs-pages.server.tsx'
import { docsStyle } from './docs-style.server.ts'
import { openApiDocument } from './openapi.server.ts'

/** The pages are text: they load one style sheet and the icon, run no script, and cannot be framed. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The contract as a document and as pages; null for every other path. */
export async function handleDocs(path: string): Promise<Response | null> {
  if (path === '/api/openapi.json') return Response.json(await openApiDocument(), { headers: keptFor(300) })
  if (path === '/api/docs/docs.css') return file(docsStyle, 'text/css; charset=utf-8')
  if (path !== '/api/docs' && !path.startsWith('/api/docs/')) return null
  const html = pageAt(path.slice('/api/docs'.length), await readDocument())
  return html === null ? null : file(html, 'text/html; charset=utf-8', { 'content-security-policy': policy })
}

function pageAt(path: string, document: ApiDocument): string | null {
  const [, first = '', second, ...others] = path.split('/')
  if (others.length > 0) return null
  if (second !== undefined) return first === 'schemas' ? schemaPage(document, second) : null
  return first === '' ? overviewPage(document) : operationPage(document, first)
}

let read: Promise<ApiDocument> | null = null

/** The dereferenced document, made once: the library's own type allows a reference everywhere. */
const readDocument = (): Promise<ApiDocument> =>
  (read ??= openApiDocument().then((document) => JSON.parse(JSON.stringify(document))))

const file = (body: string, type: string, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { 'content-type': type, ...keptFor(300), ...headers } })

const keptFor = (seconds: number) => ({ 'cache-control': `public, max-age=${seconds}` })
