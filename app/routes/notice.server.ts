import { createCookie, redirect } from 'react-router'

/** A sentence that the next page shows once. */
const noticeCookie = createCookie('notice', { path: '/', sameSite: 'lax', httpOnly: true, maxAge: 60 })

export async function redirectWithNotice(to: string, notice: string): Promise<Response> {
  return redirect(to, { headers: { 'set-cookie': await noticeCookie.serialize(notice) } })
}

/** The sentence, and the header that forgets it. */
export async function takeNotice(request: Request): Promise<{ notice: string | null; headers: Headers }> {
  const headers = new Headers()
  const parsed: unknown = await noticeCookie.parse(request.headers.get('cookie'))
  if (typeof parsed !== 'string') return { notice: null, headers }
  headers.append('set-cookie', await noticeCookie.serialize('', { maxAge: 0 }))
  return { notice: parsed, headers }
}
