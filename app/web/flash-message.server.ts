import { redirect } from 'react-router'
import { z } from 'zod'
import { valueCookie } from './session-cookie.server.ts'

/** A flash message that the next page shows once. */
const flashCookie = valueCookie('__Host-notice')

/** `wayBack`: the fields of the form that undoes the action, if the next page offers that. */
export async function redirectWithFlash(
  to: string,
  notice: string,
  wayBack?: Readonly<Record<string, string>>,
): Promise<Response> {
  const said = wayBack ? { notice, wayBack } : notice
  return redirect(to, { headers: { 'set-cookie': await flashCookie.serialize(said) } })
}

type Taken = { notice: string | null; wayBack: Record<string, string> | null; headers: Headers }

/** A page that a device stores for later (service-worker/sw.ts) has no reader who could see a flash message. */
const isAhead = (request: Request) => request.headers.has('x-kept-ahead')

/** The message, the form that undoes the action, and the header that deletes both. */
export async function takeFlash(request: Request): Promise<Taken> {
  const headers = new Headers()
  const parsed: unknown = await flashCookie.parse(request.headers.get('cookie'))
  const said = typeof parsed === 'string' ? { notice: parsed, wayBack: null } : Said.safeParse(parsed).data
  if (!said || isAhead(request)) return { notice: null, wayBack: null, headers }
  headers.append('set-cookie', await flashCookie.serialize('', { maxAge: 0 }))
  return { ...said, headers }
}

const Said = z.object({ notice: z.string(), wayBack: z.record(z.string(), z.string()) })
