import { expect, test } from 'vitest'
import { renderPage } from './render-page.server.ts'

const html = (text: string, query = '') => renderPage(text, query).html

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a tag with a handler', '<img src=x onerror=alert(1)>'],
  ['a tag inside a line', '値段は<b onclick="alert(1)">これ</b>'],
  ['a tag in a heading', '## <img src=x onerror=alert(1)> {#a}'],
  ['a tag in a table', '| a |\n| --- |\n| <script>alert(1)</script> |'],
  ['a tag in the words of a picture', '![<b>x</b>](/pictures/a-10x10.webp "<script>alert(1)</script>")'],
])('%s stays text', (_, text) => {
  expect(html(text)).not.toMatch(/<(script|b|img)[\s>](?!src="\/pictures)/)
  expect(html(text)).toContain('&lt;')
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  'elsewhere.html',
])('no link leads to %s', (address) => {
  expect(html(`[ここ](${address})`)).not.toContain('<a')
  expect(html(`[ここ](<${address}>)`)).not.toContain('<a')
})

test.each([
  'https://www.nta.go.jp/',
  'http://example.jp',
  'mailto:a@example.jp',
  'tel:03-0000-0000',
  '/restaurant/law',
  '#cancel',
  '/',
])('a link leads to %s', (address) => {
  expect(html(`[ここ](${address})`)).toContain(`<a href="${address}"`)
})

test('a link that leads elsewhere tells nothing of where it came from', () => {
  expect(html('[国税庁](https://www.nta.go.jp/)')).toContain('rel="noopener noreferrer"')
  expect(html('[規約](/restaurant/UserPolicy)')).not.toContain('rel=')
})

test.each([
  'https://elsewhere.example/a-10x10.webp',
  '/pictures/../secret-10x10.webp',
  '/api/docs',
  '/pictures/a.webp',
])('a picture from %s is only its words', (source) => {
  expect(html(`![畑の絵](${source})`)).toContain('畑の絵')
  expect(html(`![畑の絵](${source})`)).not.toContain('<img')
})

test('pictures alone in a paragraph are figures with the size that their name says', () => {
  const made = html('![かご](/pictures/guide/cart-390x700.webp "農園ごと")')
  expect(made).toContain('<div class="figures"><figure><img src="/pictures/guide/cart-390x700.webp" alt="かご"')
  expect(made).toContain('width="390" height="700"')
  expect(made).toContain('<figcaption>農園ごと</figcaption>')
})

test('headings have names, the contents list them, and no two are the same', () => {
  const { html, contents } = renderPage('# 表題\n\n## 送料 {#freight}\n\n### 例\n\n## 送料 {#freight}')
  expect(contents).toEqual([
    { id: 'part-1', text: '表題', level: 2 },
    { id: 'freight', text: '送料', level: 2 },
    { id: 'part-3', text: '例', level: 3 },
    { id: 'part-4', text: '送料', level: 2 },
  ])
  expect(html).toContain('<h2 id="freight">送料</h2>')
  expect(html).not.toContain('<h1')
})

test('a table without a head is a list of terms, and a row without a term continues', () => {
  const made = html('| | |\n| --- | --- |\n| 電話 | 03 |\n| | 平日 |\n| 住所 | 東京 |').replace(/\s*\n\s*/g, '')
  expect(made).toBe('<dl><div><dt>電話</dt><dd>03</dd><dd>平日</dd></div><div><dt>住所</dt><dd>東京</dd></div></dl>')
})

test('a table with a head tells every cell its heading, for narrow screens', () => {
  const made = html('| いま | 費用 |\n| --- | --- |\n| 締切まで | なし |')
  expect(made).toContain('<table role="table">')
  expect(made).toContain('data-head="費用"')
})

test('what is looked for is marked, in かな, カナ and any width, and never inside an address', () => {
  expect(html('トマトと[トマト](/restaurant/tomato?q=トマト)', 'ﾄﾏﾄ')).toMatch(
    /<mark>トマト<\/mark>と<a href="[^"<]+"><mark>トマト<\/mark><\/a>/,
  )
  expect(html('５００円', '500')).toContain('<mark>５００</mark>円')
})

test('highlighting cannot inject tags', () => {
  expect(html('a<b', '<b')).toBe('<p>a<mark>&lt;b</mark></p>\n')
})

test('a chapter that has all the words is found, with the sentence around them', () => {
  const { hits } = renderPage(
    '## 取り消し {#cancel}\n\n締切までは無料です。\n\n## 送料 {#freight}\n\n無料です。',
    '無料 締切',
  )
  expect(hits).toEqual([
    { id: 'cancel', text: '取り消し', level: 2, excerptHtml: '<mark>締切</mark>までは<mark>無料</mark>です。' },
  ])
})
