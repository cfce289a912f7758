import { valueCookie } from '#web/session-cookie.server.ts'

/**
 * The heart or bell that somebody pressed who was not signed in (any more), until they are: for a quarter of an hour, out
 * of reach of scripts. Only our own form writes it, so that no foreign link can keep something in somebody's name.
 */
const orderKeyCookie = valueCookie('__Host-pressed')

/** Longer than any heart or bell with the way back. */
const longest = 1_500

export async function storeSubmitted(form: FormData): Promise<string | null> {
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  const said = `${new URLSearchParams(fields)}`
  return said.length > longest ? null : orderKeyCookie.serialize(said)
}

export const forgetSubmitted = (): Promise<string> => orderKeyCookie.serialize('', { maxAge: 0 })

/** What was pressed, as its form said it; null where nothing was. */
export async function submittedBefore(request: Request): Promise<FormData | null> {
  const kept: unknown = await orderKeyCookie.parse(request.headers.get('cookie'))
  if (typeof kept !== 'string' || kept === '') return null
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(kept)) form.append(name, value)
  return form
}
