import { z } from 'zod'

/** What a response has of a value. */
export type Pick = (value: unknown) => unknown

const asIs: Pick = (value) => value

/**
 * Picks what a schema lets through of a value that has its type: of objects the named fields, in their order. A schema that
 * changes values or decides between objects by more than one literal field picks by itself.
 */
export function pickerOf(schema: z.core.$ZodType): Pick {
  if (schema instanceof z.ZodObject) return schema.def.catchall ? parsed(schema) : pickFields(schema)
  if (schema instanceof z.ZodArray) {
    const pick = pickerOf(schema.def.element)
    return pick === asIs ? asIs : (value) => (Array.isArray(value) ? value.map(pick) : value)
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly) {
    const pick = pickerOf(schema.def.innerType)
    return pick === asIs ? asIs : (value) => (value === null || value === undefined ? value : pick(value))
  }
  if (schema instanceof z.ZodUnion) return pickUnion(schema)
  return leaves.some((leaf) => schema instanceof leaf) ? asIs : parsed(schema)
}

const leaves = [
  z.ZodString,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodDate,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodNull,
  z.ZodUnknown,
  z.ZodStringFormat,
] as const

const parsed =
  (schema: z.core.$ZodType): Pick =>
  (value) =>
    z.parse(schema, value)

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

function pickFields(schema: z.ZodObject): Pick {
  const fields = Object.entries<z.core.$ZodType>(schema.def.shape).map(([name, of]) => [name, pickerOf(of)] as const)
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const given = value as Readonly<Record<string, unknown>>
    const one: Record<string, unknown> = {}
    for (const [name, pick] of fields) {
      const field = given[name]
      if (field !== undefined) one[name] = pick(field)
    }
    return one
  }
}

/** Objects that a literal field tells apart; or values of which none is an object. */
function pickUnion(schema: z.ZodUnion): Pick {
  const pickers = schema.def.options.map((option) => ({ option, pick: pickerOf(option) }))
  if (pickers.every(({ pick }) => pick === asIs)) return asIs
  const objects = pickers.flatMap(({ option, pick }) => (option instanceof z.ZodObject ? [{ option, pick }] : []))
  const names = Object.keys(objects[0]?.option.def.shape ?? {})
  const told = names.find((name) => objects.every(({ option }) => option.def.shape[name] instanceof z.ZodLiteral))
  if (objects.length < pickers.length || told === undefined) return parsed(schema)
  const byLiteral = new Map<unknown, Pick>()
  for (const { option, pick } of objects) {
    const literal = option.def.shape[told]
    if (literal instanceof z.ZodLiteral) for (const value of literal.def.values) byLiteral.set(value, pick)
  }
  return (value) => byLiteral.get(fieldOf(value, told))?.(value) ?? value
}
