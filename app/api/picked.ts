import type { z } from 'zod'
import { type Pick, pickerOf } from './picker.ts'

let checks = false

/** Tests check every response against its schema, and that it is what the schema itself would let through. */
export function checkResponses(): void {
  checks = true
}

export const checksResponses = (): boolean => checks

/** A response that has only the fields of its schema: it is written as it is. */
export class Picked {
  readonly #value: unknown
  constructor(value: unknown) {
    this.#value = value
  }
  toJSON(): unknown {
    return this.#value
  }
}

/**
 * The schema of a large response of ours. The fields that it names are picked, all others are left out, as the schema itself
 * does; but what our own types already say is not checked at each call, and the response is not copied again to be written.
 */
export function picked<Schema extends z.ZodType>(schema: Schema): Schema {
  let pick: Pick | null = null
  const validate = async (output: unknown) => {
    pick ??= pickerOf(schema)
    const value = pick(output)
    if (!checks) return { value: new Picked(value) }
    const result = await schema['~standard'].validate(output)
    if (result.issues) return result
    if (JSON.stringify(result.value) !== JSON.stringify(value)) return { issues: [{ message: 'picked other fields' }] }
    return { value: new Picked(value) }
  }
  return Object.create(schema, { '~standard': { value: { ...schema['~standard'], validate } } }) as Schema
}
