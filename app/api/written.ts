import { hash } from 'node:crypto'
import type { z } from 'zod'
import { checksResponses } from './picked.ts'
import { type Pick, pickerOf } from './picker.ts'

/** A part of a response as it is sent, and the hash of it. */
type Part = { bytes: Buffer; digest: string }

/**
 * A response that is sent as it was written before: its parts are written once, for as long as the value that they were written
 * from is kept.
 */
export class Written {
  readonly bytes: Buffer
  /** The same for the same bytes, and only for them. */
  readonly tag: string
  /** What was written, for tests. */
  readonly value: unknown
  constructor(parts: readonly Part[], value: unknown) {
    this.bytes = Buffer.concat(parts.map(({ bytes }) => bytes))
    this.tag = hash('sha256', parts.map(({ digest }) => digest).join(), 'base64url').slice(0, 22)
    this.value = value
  }
  /** The handler sends the bytes instead (handler.server.ts). */
  toJSON(): null {
    return null
  }
}

const partOf = (text: string): Part => ({ bytes: Buffer.from(text), digest: hash('sha256', text, 'base64url') })

/** Writes the elements of a list by their schema, each once for the object that it is made from. */
export function writerOf<Of extends object, Value>(schema: z.ZodType, answerOf: (of: Of) => Value) {
  const known = new WeakMap<Of, Part>()
  let pick: Pick | null = null
  const write = (of: Of): Part => {
    const part = known.get(of)
    if (part) return part
    pick ??= pickerOf(schema)
    const made = partOf(JSON.stringify(pick(answerOf(of))))
    known.set(of, made)
    return made
  }
  /** A page of them: `{ <name>: [...], next }`. */
  return (name: string, of: readonly Of[], next: string | null): Written => {
    const parts = of.map(write)
    const listed = parts.flatMap((part, index) => (index === 0 ? [part] : [comma, part]))
    const value = checksResponses() ? { [name]: of.map(answerOf), next } : null
    return new Written([partOf(`{"${name}":[`), ...listed, partOf(`],"next":${JSON.stringify(next)}}`)], value)
  }
}

const comma = partOf(',')

/** The schema of a response that is written by parts. Tests check that it says what the schema would let through. */
export function written(schema: z.ZodType): z.ZodType<Written, Written> {
  const validate = async (output: unknown) => {
    if (!(output instanceof Written)) return { issues: [{ message: 'not written' }] }
    if (!checksResponses()) return { value: output }
    const result = await schema['~standard'].validate(output.value)
    if (result.issues) return result
    if (JSON.stringify(result.value) !== output.bytes.toString()) return { issues: [{ message: 'wrote other fields' }] }
    return { value: output }
  }
  return Object.create(schema, { '~standard': { value: { ...schema['~standard'], validate } } }) as z.ZodType<
    Written,
    Written
  >
}
