import { data, type RouterContextProvider, redirect } from 'react-router'
import { unprovenAccountOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { Busy, Forbidden, NotFound, orBusy, ReauthRequired, Unauthenticated, ViewOnly } from '#kernel/errors.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { carriedStatus, messageOf } from '#ui/error-facts.ts'
import { redirectWithFlash } from './flash-message.server.ts'
import { formOf, type Problem, shownAgain } from './form.ts'
import { askedForProof } from './prove-again.server.ts'
import { requestCtx, requestFacts } from './request-context.ts'
import { noteRetryAfter, tryLater } from './retry-after.ts'
import { isSentByScript } from './sent-by-script.ts'

type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Wraps a loader or an action: passes the Ctx and maps errors of use cases to HTTP, once for all pages. A visitor is
 * redirected to the sign-in and back; a user whose address is not verified to the page that verifies it.
 */
export const page =
  <Args extends RouteArgs, Answer>(run: (ctx: Ctx, args: Args) => Promise<Answer>) =>
  async (args: Args): Promise<Answer> => {
    const ctx = args.context.get(requestCtx)
    try {
      return noted(args, await run(ctx, args))
    } catch (error) {
      throw noted(args, await inHttp(orLoggedBusy(args, error), args.request, ctx))
    }
  }

/** An overloaded database: the reader retries, the operator investigates. */
function orLoggedBusy({ context }: RouteArgs, error: unknown): unknown {
  const busy = orBusy(error)
  if (busy !== error) context.get(requestFacts).logError(error)
  return busy
}

/** What a loader or an action returns or throws, with its Retry-After. */
function noted<Answer>({ context }: RouteArgs, answer: Answer): Answer {
  noteRetryAfter(context, answer)
  return answer
}

/**
 * The same for an action with typed input: if the session ended meanwhile, the page stays unchanged and asks to sign in
 * in another tab. The key of the form makes a second submission harmless. If a use case needs re-authentication, the
 * page asks for it beside what was typed. Without script no page can stay, so the browser is redirected to the sign-in.
 */
export const pageAction =
  <Args extends RouteArgs, Answer>(run: (ctx: Ctx, args: Args) => Promise<Answer>) =>
  async (args: Args) => {
    const unread = args.request.clone()
    const ctx = args.context.get(requestCtx)
    try {
      return noted(args, await run(ctx, args))
    } catch (caught) {
      const error = orLoggedBusy(args, caught)
      if (error instanceof Unauthenticated && !unprovenAccountOf(ctx.actor) && isSentByScript(args.request))
        return signedOut(unread)
      if (error instanceof ViewOnly && isSentByScript(args.request)) return viewOnly(error, await formOf(unread))
      if (error instanceof ReauthRequired) return askedForProof(ctx.actor, await formOf(unread))
      if (error instanceof Busy) return noted(args, busy(error, await formOf(unread)))
      throw noted(args, await inHttp(error, args.request, ctx))
    }
  }

async function signedOut(request: Request) {
  const problem: Problem = {
    fields: {},
    summary:
      'サインインの有効期限が切れました。別の画面でサインインしてから、もう一度押してください。入力内容は残っています。',
    typed: shownAgain(await formOf(request)),
    signIn: signInAddress(request),
  }
  return data({ problem }, { status: 401 })
}

/** Staff submitted a form while viewing as a user: the page stays and says why. */
function viewOnly({ message }: ViewOnly, form: FormData) {
  const problem: Problem = { fields: {}, summary: message, typed: shownAgain(form) }
  return data({ problem }, { status: 403 })
}

/** Overload: the page stays and says so, passwords excepted. */
export function busy(error: Busy, form: FormData) {
  const problem: Problem = {
    fields: {},
    summary: error.message,
    typed: shownAgain(form),
    waitSeconds: error.seconds,
  }
  return data({ problem }, tryLater(error.seconds, error.status))
}

async function inHttp(error: unknown, request: Request, { actor }: Ctx): Promise<unknown> {
  if (error instanceof NotFound) return data(null, { status: 404 })
  if (error instanceof ViewOnly) return data(error.message, { status: 403 })
  if (error instanceof Forbidden || error instanceof ReauthRequired) return data(null, { status: 403 })
  if (error instanceof Unauthenticated)
    return unprovenAccountOf(actor)
      ? redirectWithFlash(placeAddress['verify-email'], emailNotVerifiedText)
      : redirect(signInAddress(request))
  // what carries its own status has a text for users; a bug is rethrown, to be logged and hidden
  const status = error instanceof Error ? carriedStatus(error) : null
  if (status === 429 || status === 503) return data(messageOf(error, false), tryLater(secondsIn(error), status))
  return status === null ? error : data(messageOf(error, false), { status })
}

/** Seconds from the error itself (TooMany, Busy, ProviderUnavailable); a few by default. */
const secondsIn = (error: unknown): number =>
  error instanceof Error && 'seconds' in error && typeof error.seconds === 'number' ? error.seconds : 5

const emailNotVerifiedText =
  'この操作には、メールアドレスの確認が必要です。届いたメールのボタンを押して、確認を完了してください。'

/** The sign-in, with a return to the requested page. Staff have their own. */
export function signInAddress(request: Request): string {
  const back = placeOf(request)
  const door = /^\/(admin|test)([/?]|$)/i.test(back) ? '/admin/signin' : '/auth/signIn'
  return `${door}?returnTo=${encodeURIComponent(back)}`
}

/** The consent page, with a return to a path of this site. */
export const consentAddress = (back: string) => `/consent?returnTo=${encodeURIComponent(back)}`

/**
 * The page of a request, as a path to return to: without what our script adds when it requests a page's data (`.data`,
 * `_.data` where the path ends in a slash, `_routes`). A submitted form is not repeated.
 */
export function placeOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const path = pathname.replace(/(\/_)?\.data$/, '') || '/'
  if (request.method !== 'GET') return path
  searchParams.delete('_routes')
  return searchParams.size > 0 ? `${path}?${searchParams}` : path
}

/** A path of this site to return to, safe for a header; anything else is replaced by the fallback. */
export function safeReturn(to: string | null, fallback: string): string {
  const base = 'https://here.invalid'
  if (!to?.startsWith('/') || to.includes('\\') || !URL.canParse(to, base)) return fallback
  const { origin, pathname, search, hash } = new URL(to, base)
  // `/..//elsewhere` is a path of this site, and would lead away once it is normalised
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : fallback
}
