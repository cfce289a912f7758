import type { AnySchema, InferSchemaInput } from '@orpc/contract'
import { z } from 'zod'
import { waitSecondsOf } from '#kernel/result.ts'
import { Body, KeyHeader } from '#kernel/schema.ts'
import type { InputShape, UseCase } from '#modules/audit-log/use-case.server.ts'
import type { ApiContext } from './context.ts'
import { type Endpoint, endpoint, needsKey, needsProof, refusals } from './endpoint.server.ts'
import { granted, tooMany } from './problems.server.ts'

type Operation<Shape extends InputShape, Given, T, Out extends AnySchema> = Omit<Endpoint, 'method'> & {
  method?: Endpoint['method']
  /** The parameters of the path, and the fields of the input that they are: `{ id: 'orderId' }`. */
  params?: Readonly<Record<string, keyof Shape & string>>
  /** Fields that the API does not take. */
  without?: readonly (keyof Shape & string)[]
  /** Fields of which the API takes less than the use case. */
  narrower?: { readonly [Name in keyof Shape]?: z.ZodType }
  /** Refusals made by `refuseFor`: answered with 429 and the seconds to wait. */
  forNow?: readonly string[]
  /** Needs re-authentication within the last ten minutes. */
  proof?: boolean
  output: Out
  /** The response, after the use case has succeeded with this value. */
  answer: (context: ApiContext, given: Given, value: T) => Promise<InferSchemaInput<Out>> | InferSchemaInput<Out>
}

/**
 * A use case as an operation of the API. Its parameters, its body and its refusals come from the declaration, and so does
 * their description in the OpenAPI document: what is stated here is the address, the texts and the response.
 */
export function operation<Shape extends InputShape, Given, T, R extends string, Out extends AnySchema>(
  change: UseCase<Shape, Given, T, R>,
  {
    method = 'POST',
    params = {},
    without = [],
    narrower = {},
    forNow = [],
    proof = false,
    output,
    answer,
    ...described
  }: Operation<Shape, Given, T, Out>,
) {
  const { input: shape, refusals: declared, kind } = change.declaration
  // a repeatable change may recognise the key itself
  const keyed = kind === 'mutation' || 'key' in shape
  const parts = Object.entries(params).map(([name, field]) => [name, partOf(shape, field)] as const)
  // a path without parameters has no object of them
  const inPath: { params?: z.ZodObject } = parts.length > 0 ? { params: z.object(Object.fromEntries(parts)) } : {}
  const inBody = Object.fromEntries(
    Object.entries<z.core.$ZodType>({ ...shape, ...narrower }).filter(
      ([name]) => name !== 'key' && !Object.values(params).includes(name) && !without.includes(name),
    ),
  )
  const body = Body(inBody)
  const withoutBody = body.safeParse({})
  return endpoint('members', { ...described, method })
    .errors(keyed ? needsKey : {})
    .errors(proof ? needsProof : {})
    .errors(
      refusals(
        declared.codes.filter((code) => !forNow.includes(code)),
        declared.text,
      ),
    )
    .errors(
      refusals(
        declared.codes.filter((code) => forNow.includes(code)),
        declared.text,
        429,
      ),
    )
    .input(
      z.object({
        ...inPath,
        ...(keyed && { headers: KeyHeader }),
        ...((method === 'POST' || (method !== 'DELETE' && Object.keys(inBody).length > 0)) && {
          body: withoutBody.success && method === 'POST' ? body.optional() : body,
        }),
      }),
    )
    .output(output)
    .handler(async ({ context, input }) => {
      const given = givenIn<Given>({ ...input, body: input.body ?? withoutBody.data }, params)
      const result = await change(context.ctx, given)
      if (!result.ok && forNow.includes(result.refusal))
        throw tooMany(result.refusal.toUpperCase(), declared.text(result.refusal, result.detail), waitSecondsOf(result))
      return answer(context, given, granted(result, declared.text))
    })
}

function partOf(shape: InputShape, field: string) {
  const part = shape[field]
  if (!part) throw new TypeError(`${field} is not declared`)
  return part
}

type Parsed = { params?: unknown; headers?: unknown; body?: unknown }

const fieldsOf = (part: unknown): Record<string, unknown> => (typeof part === 'object' ? { ...part } : {})

/** Parsed by the parts of the use case's own schema, put together again. */
const givenIn = <Given>({ params: inPath, headers, body }: Parsed, params: Readonly<Record<string, string>>) =>
  ({
    ...Object.fromEntries(Object.entries(params).map(([name, field]) => [field, fieldsOf(inPath)[name]])),
    ...fieldsOf(body),
    ...(headers !== undefined && { key: KeyHeader.parse(headers)['idempotency-key'] }),
  }) as Given
