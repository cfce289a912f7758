import { data, type RouterContextProvider, redirect } from 'react-router'
import type { Ctx } from '#access/ctx.ts'
import { Forbidden, NotFound, Unauthenticated } from '#kernel/errors.ts'
import { requestCtx } from './request-context.ts'

type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Wraps a loader or an action: hands it the Ctx and turns what use cases throw into HTTP,
 * once for all pages. A visitor is sent to sign in and comes back afterwards.
 */
export const page =
  <Args extends RouteArgs, Answer>(run: (ctx: Ctx, args: Args) => Promise<Answer>) =>
  async (args: Args): Promise<Answer> => {
    try {
      return await run(args.context.get(requestCtx), args)
    } catch (error) {
      if (error instanceof NotFound) throw data(null, { status: 404 })
      if (error instanceof Forbidden) throw data(null, { status: 403 })
      if (error instanceof Unauthenticated) throw redirect(signInAddress(args.request))
      throw error
    }
  }

function signInAddress(request: Request): string {
  const { pathname, search } = new URL(request.url)
  const back = request.method === 'GET' ? pathname.replace(/\.data$/, '') + search : pathname.replace(/\.data$/, '')
  const door = back.toLowerCase().startsWith('/admin') ? '/admin/signin' : '/auth/signIn'
  return `${door}?returnTo=${encodeURIComponent(back)}`
}

/** A path of this site to go back to; anything else, and anything clever, is the fallback. */
export function safeReturn(to: string | null, fallback: string): string {
  if (!to?.startsWith('/') || to.startsWith('//') || to.includes('\\')) return fallback
  const base = 'https://here.invalid'
  return URL.canParse(to, base) && new URL(to, base).origin === base ? to : fallback
}
