import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { draftCookie, impersonationCookie, sessionCookie } from '#modules/identity/session.ts'
import { forgetCookie, keepCookie, readCookie, valueCookie } from './session-cookie.server.ts'

test('a cookie is of the whole site, over https only and out of reach of scripts', async () => {
  expect(keepCookie(sessionCookie, 'abc')).toBe(
    '__Host-sid=abc; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=1209600',
  )
  expect(keepCookie(impersonationCookie, 'abc')).toContain('SameSite=Strict')
  expect(forgetCookie(draftCookie)).toBe('__Host-su=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0')
  const kept = (await valueCookie('__Host-kitchen').serialize('a kitchen')).split('; ').slice(1)
  expect(kept).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=31536000']))
})

test('a cookie is read as it was kept', () => {
  const request = new Request('http://localhost/', { headers: { cookie: 'a=b; __Host-sid=abc; c=%E3%81' } })
  expect([readCookie(request, sessionCookie), readCookie(request, draftCookie)]).toEqual(['abc', null])
})

test('T95 no other file makes a cookie', () => {
  const files = globSync(['app/**/*.{ts,tsx}', 'server/**/*.ts'], { exclude: (name) => name.endsWith('.test.ts') })
  const makers = files.filter((file) => /createCookie\(|Max-Age=|document\.cookie/.test(readFileSync(file, 'utf8')))
  expect(makers).toEqual(['app/web/session-cookie.server.ts'])
})
