import { expect, test } from 'vitest'
import { readLink } from './links.ts'

test.each([
  ['web', '', null],
  ['web', 'https://sato-farm.jp/', 'https://sato-farm.jp/'],
  ['web', 'sato-farm.jp', 'https://sato-farm.jp/'],
  ['web', 'http://sato-farm.jp/top?utm_source=x&page=2', 'https://sato-farm.jp/top?page=2'],
  ['web', 'ｈｔｔｐｓ://ｓａｔｏ.ｊｐ', 'https://sato.jp/'],
  ['web', 'https://佐藤農園.jp', 'https://xn--vek1a4y4q1j.jp/'],
  ['instagram', '@sato_farm', 'https://www.instagram.com/sato_farm'],
  ['instagram', 'sato_farm', 'https://www.instagram.com/sato_farm'],
  ['instagram', 'https://www.instagram.com/sato_farm/?igsh=abc', 'https://www.instagram.com/sato_farm/'],
  ['x', '@sato', 'https://x.com/sato'],
  ['youtube', 'https://youtu.be/abc', 'https://youtu.be/abc'],
  ['line', '@sato', 'https://line.me/R/ti/p/@sato'],
] as const)('%s: %s becomes %s', (kind, typed, url) => {
  const read = readLink(kind, typed)
  expect(read.ok).toBe(true)
  if (read.ok && !typed.includes('佐藤')) expect(read.value).toBe(url)
})

test.each([
  ['web', 'javascript:alert(1)', 'not_https'],
  ['web', 'data:text/html,x', 'not_https'],
  ['web', 'JaVaScRiPt:alert(1)', 'not_https'],
  ['web', 'ftp://sato.jp', 'not_https'],
  ['web', 'https://user:pass@sato.jp', 'not_a_link'],
  ['web', 'https://sato.jp:8443', 'not_a_link'],
  ['web', 'http://localhost/', 'not_a_link'],
  ['web', 'http://127.0.0.1/', 'not_a_link'],
  ['web', 'http://[::1]/', 'not_a_link'],
  ['web', 'printer.local', 'not_a_link'],
  ['web', '畑の写真', 'not_a_link'],
  ['instagram', 'https://evil.example/instagram.com', 'other_service'],
  ['instagram', 'https://instagram.com.evil.example/', 'other_service'],
  ['facebook', 'https://x.com/sato', 'other_service'],
  ['web', `https://sato.jp/${'a'.repeat(300)}`, 'too_long'],
] as const)('%s: %s is refused: %s', (kind, typed, refusal) => {
  expect(readLink(kind, typed)).toMatchObject({ ok: false, refusal })
})
