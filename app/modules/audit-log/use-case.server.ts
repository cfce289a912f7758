import type { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { Operation } from '#authorization/rules.ts'
import type { RefusalDetail, Result } from '#kernel/result.ts'
import type { FirstCall } from './first-statement.server.ts'
import { type Decided, type IdempotencyRefusal, idempotent, idempotentInOne } from './idempotent.server.ts'

/**
 * A use case is declared once. Its page action (web/jobs.server.ts), its API operation (api/operation.ts) with the entry
 * in the OpenAPI document, and its case in the permission matrix (tests/use-cases/permissions.test.ts) derive from the
 * declaration. A use case is called like a function: `prepareOrder(ctx, { orderId, key })`.
 */

/** Who may do it: an operation of authorization/rules.ts; `own` what a signed-in user has; `public` everyone. */
export type Permission = Operation | 'own' | 'public'

/** How a use case may refuse, and the Japanese sentence of each refusal. */
export type Refusals<R extends string> = {
  codes: readonly R[]
  text: (refusal: R, detail?: RefusalDetail) => string
}

/** A use case that refuses nothing. */
export const noRefusals = { codes: [], text: (refusal: never): string => refusal } as const

/** What a use case takes: one schema for the JSON of the API, the fields of a form, and the static type. */
export type InputShape = z.ZodRawShape
export type InputOf<Shape extends InputShape> = z.output<z.ZodObject<Shape>>

type Declared<Shape extends InputShape, R extends string, Said extends string = R> = {
  /** Unique; also the operation in the table of idempotency keys. */
  name: string
  permission: Permission
  input: Shape
  refusals: { codes: readonly R[]; text: Refusals<NoInfer<Said>>['text'] }
}

/** `Tools`: what the server gives it beside the input, such as the storage of files. */
export type UseCase<Shape extends InputShape, Given, T, R extends string, Tools extends readonly unknown[] = []> = {
  (ctx: Ctx, input: Given, ...tools: Tools): Promise<Result<T, R>>
  readonly declaration: Declared<Shape, R> & { kind: 'mutation' | 'repeatable' }
}

type Keyed<Shape extends InputShape> = InputOf<Shape> & { key: string }

/** A change that runs once per idempotency key, in one transaction (idempotent.server.ts). */
export function mutation<Shape extends InputShape, T, R extends string, Tools extends readonly unknown[] = []>({
  run,
  guard,
  same = (input) => input,
  planned,
  first,
  ...declared
}: Declared<Shape, R, R | IdempotencyRefusal> & {
  run: (ctx: Ctx, input: Keyed<Shape>, ...tools: Tools) => Promise<Result<T, R>>
  /** Checked before the key: a repetition, too, needs recent authentication of the caller. */
  guard?: (ctx: Ctx) => void
  /** The part of the input by which a repetition is recognised; by default all of it. */
  same?: (input: Keyed<Shape>) => unknown
  /** `once`: its statements find rows by their keys, and keep their plans (plan-once.server.ts). */
  planned?: 'once'
  /** What is asked with the insert of the key, to be taken by `askedFirst`; null where the actor may not ask it. */
  first?: (ctx: Ctx, input: Keyed<Shape>) => FirstCall<unknown> | null
}): UseCase<Shape, Keyed<Shape>, T, R | IdempotencyRefusal, Tools> {
  return Object.assign(
    async (ctx: Ctx, input: Keyed<Shape>, ...tools: Tools) => {
      guard?.(ctx)
      return idempotent(ctx, declared.name, input.key, same(input), (ctx) => run(ctx, input, ...tools), {
        ...(planned && { planned }),
        ...(first && { first: first(ctx, input) }),
      })
    },
    { declaration: { ...declared, kind: 'mutation' as const } },
  )
}

/**
 * A change that runs once per key as well, and reads, decides, and then writes all of it in one call of a function of the database,
 * with the key: there is no transaction around it. What it reads is not locked, and it writes nothing else.
 */
export function mutationInOne<Shape extends InputShape, T extends object, R extends string, S extends object>({
  run,
  ...declared
}: Declared<Shape, R, R | IdempotencyRefusal> & {
  run: (ctx: Ctx, input: Keyed<Shape>) => Promise<Result<Decided<T, S>, R>>
}): UseCase<Shape, Keyed<Shape>, T & Partial<S>, R | IdempotencyRefusal> {
  return Object.assign(
    (ctx: Ctx, input: Keyed<Shape>) => idempotentInOne(ctx, declared.name, input.key, input, (ctx) => run(ctx, input)),
    { declaration: { ...declared, kind: 'mutation' as const } },
  )
}

/** A change without a key: doing it a second time has no further effect, or is refused by the version of the row. */
export function repeatable<Shape extends InputShape, T, R extends string, Tools extends readonly unknown[] = []>({
  run,
  ...declared
}: Declared<Shape, R> & {
  run: (ctx: Ctx, input: InputOf<Shape>, ...tools: Tools) => Promise<Result<T, R>>
}): UseCase<Shape, InputOf<Shape>, T, R, Tools> {
  return Object.assign((ctx: Ctx, input: InputOf<Shape>, ...tools: Tools) => run(ctx, input, ...tools), {
    declaration: { ...declared, kind: 'repeatable' as const },
  })
}

/**
 * A step of proving who one is: what is given is the proof (a password, a code, a passkey, the link of a mail), and the
 * step itself counts the attempts and checks it.
 */
export const step = <Run extends (...given: never[]) => unknown>(permission: Permission, run: Run) =>
  Object.assign(run, { declaration: { kind: 'step' as const, permission } })

/** What a caller may read. Pages and the API call it like a function. Some reads need only a part of the context. */
export function query<Given extends readonly unknown[], T, Part extends Partial<Ctx> = Ctx>(
  permission: Permission,
  run: (ctx: Part, ...given: Given) => Promise<T>,
) {
  return Object.assign((ctx: Part, ...given: Given) => run(ctx, ...given), {
    declaration: { kind: 'query' as const, permission },
  })
}
