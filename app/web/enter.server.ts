import { type RouterContextProvider, redirect } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { knownDevice, rememberedDevice } from '#modules/identity/device.server.ts'
import { adminCookie, adminTicketCookie, deviceCookie, sessionCookie, ticketCookie } from '#modules/identity/session.ts'
import { closeSession } from '#modules/identity/session-store.server.ts'
import { adminAccount, normaliseEmail } from '#modules/identity/sign-in.server.ts'
import { requestFacts } from './request-context.ts'
import { forgetCookie, keepCookie, readCookie } from './session-cookie.server.ts'

type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** The two sign-ins, each with cookies of its own. */
export const doors = {
  people: { session: sessionCookie, ticket: ticketCookie, accountOf: normaliseEmail },
  staff: { session: adminCookie, ticket: adminTicketCookie, accountOf: adminAccount },
} as const
export type DoorName = keyof typeof doors

/** The device's id if this account, by its address or its phone number, has signed in on it before. */
export function deviceOf({ request, context }: RouteArgs, door: DoorName, account: string | null): string | null {
  if (account === null) return null
  const { encryption } = context.get(requestFacts)
  return knownDevice(encryption, readCookie(request, deviceCookie), doors[door].accountOf(account))
}

/** The cookie of this device, which makes it known to the account from now on. */
export function deviceOn({ request, context }: RouteArgs, door: DoorName, account: string): string {
  const { encryption } = context.get(requestFacts)
  return rememberedDevice(encryption, readCookie(request, deviceCookie), doors[door].accountOf(account))
}

/** The signed-in user; `phone`: the number that was used. */
type Entry = { token: string; email: string | null; phone?: string | null }

/**
 * The headers of a sign-in: the cookie of the new session, the device remembered, the ticket deleted. An earlier
 * session of this browser is ended, so that no token outlives the sign-in that replaces it.
 */
export async function cookiesOfEntry(
  ctx: Ctx,
  { request, context }: RouteArgs,
  door: DoorName,
  { token, email, phone = null }: Entry,
): Promise<Headers> {
  const { session, ticket, accountOf } = doors[door]
  const earlier = readCookie(request, session)
  if (earlier) await closeSession(ctx, earlier)
  const { encryption } = context.get(requestFacts)
  const headers = new Headers({ 'set-cookie': keepCookie(session, token) })
  // only methods that name an address or number need to know the device
  const accounts = [email, phone].flatMap((account) => (account === null ? [] : [accountOf(account)]))
  const before = readCookie(request, deviceCookie)
  const device = accounts.reduce((cookie, account) => rememberedDevice(encryption, cookie, account), before)
  if (device !== null && accounts.length > 0) headers.append('set-cookie', keepCookie(deviceCookie, device))
  if (readCookie(request, ticket)) headers.append('set-cookie', forgetCookie(ticket))
  return headers
}

/** Signs in, and redirects to a page. */
export async function enter(
  ctx: Ctx,
  args: RouteArgs,
  door: DoorName,
  { to, ...entry }: Entry & { to: string },
): Promise<Response> {
  return redirect(to, { headers: await cookiesOfEntry(ctx, args, door, entry) })
}
