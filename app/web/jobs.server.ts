import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { InputShape, UseCase } from '#modules/audit-log/use-case.server.ts'
import { formKey, formOf, invalid, type Problem, refused, staleForm, typedIn } from './form.ts'
import { readForm } from './read-form.server.ts'

/**
 * A page that does several jobs has one form for each, and names the job in the field `job`. Each job is a use case: its
 * declaration reads the form, and its refusals answer it.
 */

type Done = Response | ReturnType<typeof invalid>
type Run<Args> = (ctx: Ctx, args: Args, form: FormData) => Promise<Done>

/** The action of a page: `action = pageAction(jobs({ close: job(closeKitchen, …), … }))`. */
export const jobs =
  <Args extends { request: Request }>(all: Readonly<Record<string, Run<Args>>>) =>
  async (ctx: Ctx, args: Args): Promise<Done> => {
    const form = await formOf(args.request)
    const run = Object.entries(all).find(([name]) => name === form.get('job'))?.[1]
    return run ? run(ctx, args, form) : invalid(stale(form))
  }

type Refused<R> = { refusal: R; detail?: RefusalDetail }

type Job<Shape extends InputShape, Given, T, R, Args> = {
  /** What the address of the page says and the form does not: the order, the kitchen. */
  from?: (args: Args, ctx: Ctx) => Partial<z.input<z.ZodObject<Shape>>>
  /** The next page, usually with a message. */
  done: (value: T, given: Given, ctx: Ctx) => Response | Promise<Response>
  /** The field at which a refusal is shown; without one it stands above the form. */
  at?: (refused: Refused<R>, given: Given) => string | undefined
}

export const job =
  <Shape extends InputShape, Given, T, R extends string, Args>(
    change: UseCase<Shape, Given, T, R>,
    { from, done, at }: Job<Shape, Given, T, R, Args>,
  ): Run<Args> =>
  async (ctx, args, form) => {
    const { input, refusals, kind } = change.declaration
    const fixed = Object.entries(from?.(args, ctx) ?? {})
    for (const [name, value] of fixed) form.set(name, String(value))
    const read = readForm(z.object(kind === 'mutation' ? { ...input, key: formKey() } : input), form)
    if (!read.ok) return invalid(read.problem)
    const given = read.value as Given
    const result = await change(ctx, given)
    if (result.ok) return done(result.value, given, ctx)
    const field = at?.(result, given)
    return refused(refusals.text(result.refusal, result.detail), form, field, field ? 422 : 409)
  }

const stale = (form: FormData): Problem => ({ fields: {}, summary: staleForm, typed: typedIn(form) })
