import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { bodyGate, requestGate } from '../../server/request-gate.ts'

const app = new Hono()
  .use(requestGate)
  .use(bodyGate)
  .all('*', async (c) => c.text(await c.req.raw.text()))

const ask = async (path: string, method = 'GET', headers: Record<string, string> = {}, body?: BodyInit) => {
  const request = new Request(`http://localhost${path}`, { method, headers, ...(body !== undefined && { body }) })
  const answer = await app.fetch(request)
  return { status: answer.status, text: await answer.text(), allow: answer.headers.get('allow') }
}

test.each([
  '/products',
  '/products?q=%E4%BA%BA%E5%8F%82',
  '/products?q=50%',
  '/products?q=100%25+%F0%A9%B8%BD',
  '/%F0%9F%A5%95',
])('%s is read', async (path) => expect((await ask(path)).status).toBe(200))

test.each([
  ['U+0000', '%00'],
  ['half a character', '%ED%A0%80'],
  ['the other half', '%ED%B0%80'],
  ['a byte that is no UTF-8', '%FF'],
  ['a character that is too long', '%C0%AF'],
  ['Shift_JIS', '%90%6C'],
])('T93 %s is refused in a path and in a query', async (_, letters) => {
  for (const path of [`/products/${letters}`, `/products?q=${letters}`, `/products?${letters}=1`]) {
    const answer = await ask(path)
    expect([path, answer.status]).toEqual([path, 400])
    expect(answer.text).toContain('URLに読み取れない文字')
  }
  const { status, text } = await ask(`/api/products?q=${letters}`)
  expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'MALFORMED_REQUEST' }])
})

test.each(['/%', '/%zz/x', '/a%2'])('T93 the path %s is refused', async (path) =>
  expect((await ask(path)).status).toBe(400),
)

test.each(['GET', 'HEAD', 'DELETE'])('T93 %s takes no body', async (method) => {
  const sent: Record<string, string>[] = [
    { 'content-length': '3' },
    { 'transfer-encoding': 'chunked' },
    { 'content-length': '9', 'content-type': 'multipart/form-data; boundary=x' },
  ]
  for (const headers of sent) expect((await ask('/api/cart', method, headers)).status).toBe(400)
  expect((await ask('/api/cart', method, { 'content-length': '0' })).status).toBe(200)
  expect((await ask('/api/cart', method, { 'content-type': 'application/json' })).status).toBe(200)
})

test.each(['OPTIONS', 'PROPFIND', 'FOO'])('T93 the method %s is refused with those that are known', async (method) => {
  expect(await ask('/', method)).toMatchObject({ status: 405, allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' })
})

const json = (body: BodyInit, type = 'application/json') => ask('/api/x', 'POST', { 'content-type': type }, body)

test.each([
  '{"a":1,"b":[{"a":"\\ud83e\\udd55"},{"a":"\\\\"}],"c":"a:b,{[\\"","":null}',
  '"text"',
  '[]',
  '',
  `${'['.repeat(32)}${']'.repeat(32)}`,
])('%s is read, and handed on as it came', async (body) =>
  expect(await json(body)).toMatchObject({ status: 200, text: body }),
)

test.each([
  ['broken', '{"a":'],
  ['U+0000', '{"a":"x\\u0000"}'],
  ['U+0000 in a name', '{"x\\u0000":1}'],
  ['half a character', '{"a":["\\ud800"]}'],
  ['half a character in a name', '{"\\udc00":1}'],
  ['a name twice', '{"a":1,"a":2}'],
  ['a name twice, written differently', '{"a":1,"\\u0061":2}'],
  ['a name twice, far inside', '{"a":[{"b":{"c":1,"d":"x:y","c":2}}]}'],
  ['__proto__', '{"__proto__":{"role":"owner"}}'],
  ['a method of objects as a name', '{"email":{"length":{"toString":1}}}'],
  ['constructor', '{"a":{"constructor":{"prototype":{}}}}'],
  ['valueOf', '{"a":{"length":{"valueOf":1}}}'],
  ['nested too deep', `${'['.repeat(33)}${']'.repeat(33)}`],
  ['nested without end', `${'{"a":'.repeat(100_000)}`],
])('T93 JSON that is %s is refused with a code', async (_, body) => {
  const { status, text } = await json(body)
  expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'BAD_JSON' }])
})

test('T93 JSON in bytes that are no UTF-8 is refused, whatever its type says', async () => {
  const bytes = new Uint8Array([0x22, 0x90, 0x6c, 0x22])
  expect((await json(bytes)).status).toBe(400)
  expect((await json(bytes, 'application/json; charset=shift_jis')).status).toBe(400)
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test.each(['q=%E4%BA%BA+x&r=50%', 'a=1&a=2', ''])('the form %s is read', async (body) =>
  expect(await ask('/x', 'POST', form, body)).toMatchObject({ status: 200, text: body }),
)

test.each(['q=%00', 'q=%ED%A0%80', 'q=%FF', '%00=1'])('T93 the form %s is refused in a sentence', async (body) => {
  const { status, text } = await ask('/x', 'POST', form, body)
  expect(status).toBe(400)
  expect(text).toContain('入力し直してください')
})

const parts = (...fields: [head: string, text: string][]) =>
  `${fields.map(([head, text]) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`).join('')}--x--\r\n`
const multipart = (body: string) => ask('/x', 'POST', { 'content-type': 'multipart/form-data; boundary=x' }, body)

test('a form with a file is read, and handed on as it came', async () => {
  const body = parts(['name="a"', '人参'], ['name="photo"; filename="a.jpg"', '\u0000\u0001'])
  expect(await multipart(body)).toMatchObject({ status: 200, text: body })
})

test.each([
  ['without an end', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
  ['with another boundary', parts(['name="a"', '1']).replaceAll('--x', '--y')],
  ['with U+0000 in a field', parts(['name="a"', 'x\u0000'])],
  ['with U+0000 in a name', parts(['name="a\u0000"', 'x'])],
  ['that is empty', ''],
])('T93 a form with files %s is refused', async (_, body) => expect((await multipart(body)).status).toBe(400))
