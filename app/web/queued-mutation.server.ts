import type { RouterContextProvider } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { markOf } from '#authorization/mark-of.server.ts'
import { Forbidden, NotFound, Unauthenticated, ViewOnly } from '#kernel/errors.ts'
import { formOf, type Problem } from './form.ts'
import { requestCtx } from './request-context.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }

/** The use case's refusal as a sentence for the user; null: it is done. */
type Said = { sentence: string } | { done: object }

/**
 * The endpoint for queued mutations (ui/device): a form with its own key, answered in JSON. Only the session of the
 * user who submitted it can send it; any other is answered as if signed out, and the device keeps it.
 */
export const queuedMutationAction =
  <Given extends Args>(run: (ctx: Ctx, form: FormData, args: Given) => Promise<Said>) =>
  async (args: Given): Promise<Response> => {
    const { request, context } = args
    const ctx = context.get(requestCtx)
    const by = request.headers.get('x-pressed-by')
    const isHindered = 'owesConsent' in ctx.actor && ctx.actor.owesConsent
    if ((by !== null && by !== markOf(ctx.actor)) || isHindered) return signedOut()
    const form = await formOf(request)
    if (!/^[0-9a-f-]{36}$/.test(String(form.get('key')))) return Response.json({}, { status: 400 })
    try {
      const said = await run({ ...ctx, ...pressedAt(request, ctx.now) }, form, args)
      return 'done' in said ? Response.json(said.done) : Response.json(said, { status: 409 })
    } catch (error) {
      if (error instanceof Unauthenticated) return signedOut()
      const known = knownSentence(error)
      if (!known) throw error
      return Response.json({ sentence: known.sentence }, { status: known.status })
    }
  }

const signedOut = () => Response.json({ sentence: 'サインインの有効期限が切れました。' }, { status: 401 })

/** Less than this is network latency, not waiting. In ms. */
const atOnce = 10_000

/** The device reliably knows how long ago it was submitted; the server derives the time. Never in the future. */
function pressedAt(request: Request, now: Date): { pressedAt?: Date } {
  const ago = Number(request.headers.get('x-pressed-ago') ?? 0)
  return Number.isSafeInteger(ago) && ago >= atOnce ? { pressedAt: new Date(now.getTime() - ago) } : {}
}

/** An order cannot be changed before it was placed. */
export const notBefore = (ctx: Ctx, first: Date): Ctx =>
  ctx.pressedAt && ctx.pressedAt < first ? { ...ctx, pressedAt: first < ctx.now ? first : ctx.now } : ctx

function knownSentence(error: unknown): { sentence: string; status: number } | null {
  if (error instanceof ViewOnly) return { sentence: error.message, status: 403 }
  if (error instanceof Forbidden) return { sentence: 'この操作をする権限がありません。', status: 403 }
  return error instanceof NotFound ? { sentence: '見つかりません。画面を開き直してください。', status: 404 } : null
}

/** The result of a page's action, for a device: success for any redirect, or the sentence of its problem. */
export function saidOf(answer: Response | { data: { problem: Problem } } | null): Said {
  if (answer === null || answer instanceof Response) return { done: {} }
  const { fields, summary } = answer.data.problem
  const [first] = Object.values(fields)
  return { sentence: first ?? summary }
}
