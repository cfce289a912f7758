import { redirect } from 'react-router'
import { z } from 'zod'
import { newId } from '#kernel/ids.ts'
import type { Flash } from '#ui/flash-message.ts'
import { isSentByScript } from './sent-by-script.ts'
import { keepCookie, readCookie, valueCookie } from './session-cookie.server.ts'

/** A flash message that the next page shows once. */
const flashCookie = valueCookie('__Host-notice')
/** The id of the one that was shown last: the message itself is not deleted, because a newer one may have come meanwhile. */
const shownCookie = '__Host-shown'

/** `wayBack`: the fields of the form that undoes the action, if the next page offers that. */
export async function redirectWithFlash(
  to: string,
  notice: string,
  wayBack?: Readonly<Record<string, string>>,
): Promise<Response> {
  const flash: Flash = { id: newId(), notice, wayBack: wayBack ?? null }
  return redirect(to, { headers: { 'set-cookie': await flashCookie.serialize(flash) } })
}

/** A page that a device or a browser fetches for later has no reader who could see a flash message. */
const isAhead = ({ headers }: Request) =>
  headers.has('x-kept-ahead') || /\bprefetch\b/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')

/**
 * The message that is not shown yet, and the headers of the answer. A page that the browser navigates to shows it. What our script
 * fetches may be thrown away on the way (a page that is reloaded while another one opens): there the page says when it has shown
 * it (ui/flash-message.ts), and the next answer brings it again until then.
 */
export async function takeFlash(request: Request): Promise<{ flash: Flash | null; headers: Headers }> {
  const headers = new Headers()
  if (isAhead(request)) return { flash: null, headers }
  const flash = Said.safeParse(await flashCookie.parse(request.headers.get('cookie'))).data ?? null
  if (!flash || readCookie(request, shownCookie) === flash.id) return { flash: null, headers }
  if (!isSentByScript(request)) headers.append('set-cookie', flashIsShown(flash.id))
  return { flash, headers }
}

const FlashId = z.uuid()
const Said = z.object({ id: FlashId, notice: z.string(), wayBack: z.record(z.string(), z.string()).nullable() })

export const flashIdIn = (form: FormData): string | undefined => FlashId.safeParse(form.get('id')).data

/** The header by which this message is not shown again. */
export const flashIsShown = (id: string): string => keepCookie(shownCookie, id)
