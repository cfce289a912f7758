import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { InputShape, UseCase } from '#modules/audit-log/use-case.server.ts'
import { formKey, formOf, invalid, refused, staleForm, typedIn } from './form.ts'
import { type ReadForm, readForm } from './read-form.server.ts'

/** One job of a page: the submitted form, and what the route knows besides. */
type Run<Args, Answer> = (ctx: Ctx, form: FormData, args: Args) => Promise<Answer>

/**
 * A page that does several jobs has one form for each, which names its job in the field `intent`:
 * `action = pageAction(jobs({ save: job(saveKitchen, …), close: job(closeKitchen, …) }))`. A name that no page of ours
 * sends is a stale form.
 */
export const jobs =
  <Args extends { request: Request }, Answer>(all: Readonly<Record<string, Run<Args, Answer>>>) =>
  async (ctx: Ctx, args: Args) =>
    runJob(all, ctx, await formOf(args.request), args)

/** A page with a single job. */
export const onlyJob =
  <Args extends { request: Request }, Answer>(run: Run<Args, Answer>) =>
  async (ctx: Ctx, args: Args) =>
    run(ctx, await formOf(args.request), args)

/** The same for a form that was read already, such as one that was stored by an offline device. */
export async function runJob<Args, Answer>(
  all: Readonly<Record<string, Run<Args, Answer>>>,
  ctx: Ctx,
  form: FormData,
  args: Args,
) {
  const name = form.get('intent')
  const run = Object.entries(all).find(([known]) => known === name)?.[1]
  return run ? run(ctx, form, args) : invalid({ fields: {}, summary: staleForm, typed: typedIn(form) })
}

type Fields = Readonly<Record<string, string>>

type Refused<R> = { refusal: R; detail?: RefusalDetail }

type Job<Shape extends InputShape, Given, T, R, Args, Answer> = {
  /** Fields that the form does not have: what the address says, such as the order. */
  fields?: (args: Args, ctx: Ctx) => Fields | Promise<Fields>
  /** Reads a form that is not built like the input of the use case. */
  read?: (form: FormData, args: Args, ctx: Ctx) => ReadForm<z.output<z.ZodObject<Shape>>>
  /** The next page, usually with a message. */
  done: (value: T, given: Given, ctx: Ctx, form: FormData) => Answer | Promise<Answer>
  /** The field at which a refusal is shown; without one it stands above the form. */
  at?: (refused: Refused<R>, given: Given) => string | undefined
}

/** A use case as a job of a page: its schema reads the form, and its refusals answer it. */
export const job =
  <Shape extends InputShape, Given, T, R extends string, Args, Answer>(
    change: UseCase<Shape, Given, T, R>,
    { fields, read = byItsSchema(change), done, at }: Job<Shape, Given, T, R, Args, Answer>,
  ) =>
  async (ctx: Ctx, form: FormData, args: Args) => {
    for (const [name, value] of Object.entries((await fields?.(args, ctx)) ?? {})) form.set(name, value)
    const asked = read(form, args, ctx)
    const key = formKey().safeParse(form.get('key'))
    if (!asked.ok) return invalid(asked.problem)
    if (!key.success && change.declaration.kind === 'mutation')
      return invalid({ fields: {}, summary: staleForm, typed: typedIn(form) })
    const given = { ...asked.value, key: key.data } as Given
    const result = await change(ctx, given)
    if (result.ok) return done(result.value, given, ctx, form)
    const field = at?.(result, given)
    return refused(change.declaration.refusals.text(result.refusal, result.detail), form, field, field ? 422 : 409)
  }

const byItsSchema =
  <Shape extends InputShape, Given, T, R extends string>({ declaration }: UseCase<Shape, Given, T, R>) =>
  (form: FormData) =>
    readForm(z.object(declaration.input), form)
