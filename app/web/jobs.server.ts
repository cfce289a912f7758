import { data } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { InputShape, UseCase } from '#modules/audit-log/use-case.server.ts'
import { agreedField } from '#ui/agreed-field.ts'
import { formKey, formOf, invalid, refused, refusedForNow, shownAgain, staleForm } from './form.ts'
import { type ReadForm, readForm } from './read-form.server.ts'

/** One job of a page: the submitted form, and what the route knows besides. */
type Run<Args, Answer> = (ctx: Ctx, form: FormData, args: Args) => Promise<Answer>

/** The jobs of a page by name, each with its own answer. */
type Jobs<Args, Answers> = { readonly [Name in keyof Answers]: Run<Args, Answers[Name]> }

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

/** The same for a form that was read already, or for jobs whose answers differ. */
export async function runJob<Args, Answers>(all: Jobs<Args, Answers>, ctx: Ctx, form: FormData, args: Args) {
  const name = form.get('intent')
  for (const known in all) if (known === name) return all[known](ctx, form, args)
  return invalid({ fields: {}, summary: staleForm, typed: shownAgain(form) })
}

type Fields = Readonly<Record<string, string>>

type Refused<R> = { refusal: R; detail?: RefusalDetail }

type Job<Shape extends InputShape, Given, T, R, Args, Answer, More, Other, First> = {
  /** Fields that the form does not have: what the address says, such as the order; NotFound if it cannot be one. */
  fields?: (args: Args, ctx: Ctx, form: FormData) => Fields | Promise<Fields>
  /** Reads a form that is not built like the input of the use case. */
  read?: (form: FormData, args: Args, ctx: Ctx) => ReadForm<z.output<z.ZodObject<Shape>>>
  /** An answer before anything is done, such as a question; null to go on. */
  first?: (form: FormData) => First | null
  /** The next page, usually with a message. */
  done: (value: T, given: Given, ctx: Ctx, args: Args, form: FormData) => Answer | Promise<Answer>
  /** The field at which a refusal is shown; without one it stands above the form. */
  at?: (refused: Refused<R>, given: Given) => string | undefined
  /** Another answer to a refusal than its sentence, such as another page; null for the usual one. */
  instead?: (refused: Refused<R>, form: FormData) => Other | null
  /** What the page shows besides the sentence of a refusal, such as the orders that it is about. */
  besides?: (given: Given, ctx: Ctx) => Promise<More>
}

/** A use case as a job of a page: its schema reads the form, and its refusals answer it. */
export const job =
  <
    Shape extends InputShape,
    Given,
    T,
    R extends string,
    Args,
    Answer,
    More extends object = object,
    Other = never,
    First = never,
  >(
    use: UseCase<Shape, Given, T, R> | { of: (args: Args) => UseCase<Shape, Given, T, R> },
    { fields, read, first, done, at, instead, besides }: Job<Shape, Given, T, R, Args, Answer, More, Other, First>,
  ) =>
  async (ctx: Ctx, form: FormData, args: Args) => {
    const change = 'of' in use ? use.of(args) : use
    const { input, kind, refusals } = change.declaration
    const known = Object.entries((await fields?.(args, ctx, form)) ?? {})
    for (const [name, value] of known) form.set(name, value)
    const asked = read ? read(form, args, ctx) : readForm(z.object(input), form)
    const key = formKey().safeParse(form.get('key'))
    if (!asked.ok && known.some(([name]) => name in asked.problem.fields)) throw new NotFound('address')
    if (!asked.ok) return invalid(asked.problem)
    if (!key.success && kind === 'mutation') return invalid({ fields: {}, summary: staleForm, typed: shownAgain(form) })
    const before = first?.(form)
    if (before) return before
    const given = (kind === 'mutation' ? { ...asked.value, key: key.data } : asked.value) as Given
    const result = await change(ctx, given)
    if (result.ok) return done(result.value, given, ctx, args, form)
    const other = instead?.(result, form)
    if (other) return other
    const wait = result.detail?.waitSeconds
    if (typeof wait === 'number') return refusedForNow(refusals.text(result.refusal, result.detail), form, wait)
    const field = at?.(result, given)
    const answer = refused(refusals.text(result.refusal, result.detail), form, field, field ? 422 : 409)
    return besides ? data({ ...answer.data, ...(await besides(given, ctx)) }, answer.init ?? {}) : answer
  }

/**
 * What goes to many people is done only when a user has agreed to its question: that of the button (ui/confirm.tsx), or,
 * where no script asked it, that of the next page.
 */
export const askFirst = (form: FormData) =>
  form.get(agreedField) === '1' ? null : { asks: true as const, typed: shownAgain(form) }

/** A use case that needs something of the server, such as the storage of files. */
export const withTool = <Shape extends InputShape, Given, T, R extends string, Tool, Args>(
  change: UseCase<Shape, Given, T, R, [tool: Tool]>,
  tool: (args: Args) => Tool,
) => ({
  of: (args: Args): UseCase<Shape, Given, T, R> =>
    Object.assign((ctx: Ctx, input: Given) => change(ctx, input, tool(args)), { declaration: change.declaration }),
})
