import { valueCookie } from '#web/session-cookie.server.ts'

/**
 * The favourite or alert that a signed-out user pressed, until the sign-in: for a quarter of an hour, not readable by
 * scripts. Only our own form sets it, so that a link on another site cannot add something in a user's name.
 */
const submittedCookie = valueCookie('__Host-pressed')

/** Longer than any favourite or alert with its return address. */
const longest = 1_500

export async function storeSubmitted(form: FormData): Promise<string | null> {
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  const said = `${new URLSearchParams(fields)}`
  return said.length > longest ? null : submittedCookie.serialize(said)
}

export const forgetSubmitted = (): Promise<string> => submittedCookie.serialize('', { maxAge: 0 })

/** What was pressed, as its form sent it; null if nothing was. */
export async function submittedBefore(request: Request): Promise<FormData | null> {
  const kept: unknown = await submittedCookie.parse(request.headers.get('cookie'))
  if (typeof kept !== 'string' || kept === '') return null
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(kept)) form.append(name, value)
  return form
}
