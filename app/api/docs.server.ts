import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openApiDocument } from './openapi.server.ts'

/** Swagger UI from our own disk: the documentation works without any other site. */
const swaggerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const page = `<!doctype html>
<html lang="ja">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>畝と皿 API</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<main id="docs"><noscript>この説明はJavaScriptで表示します。<a href="/api/openapi.json">openapi.json</a> はそのまま読めます。</noscript></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</html>
`

/** Everything from here, and nothing inline: the page is a large program of others. */
const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** A file of its own, so that a policy without unsafe-inline lets it run. validatorUrl would call another site. */
const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
})
`

const html = 'text/html; charset=utf-8'
const script = 'text/javascript; charset=utf-8'
const swaggerFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': script,
  'favicon-32x32.png': 'image/png',
}

/** The contract as a document and as a page; null for every other path. */
export async function handleDocs(path: string): Promise<Response | null> {
  if (path === '/api/openapi.json') return Response.json(await openApiDocument(), { headers: keptFor(300) })
  if (path === '/api/docs' || path === '/api/docs/') return file(page, html, 300, { 'content-security-policy': policy })
  if (path === '/api/docs/start.js') return file(start, script, 300)
  const name = path.startsWith('/api/docs/') ? path.slice('/api/docs/'.length) : ''
  const type = Object.hasOwn(swaggerFiles, name) ? swaggerFiles[name] : undefined
  return type ? file(await readFile(join(swaggerFolder, name)), type, 86_400) : null
}

const file = (body: BodyInit, type: string, seconds: number, more: Record<string, string> = {}) =>
  new Response(body, { headers: { 'content-type': type, ...keptFor(seconds), ...more } })

const keptFor = (seconds: number) => ({ 'cache-control': `public, max-age=${seconds}` })
