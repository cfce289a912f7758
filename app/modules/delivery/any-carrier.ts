import { nameRefusal } from '#kernel/name.ts'
import { Text } from '#kernel/schema.ts'
import { lengthOf } from '#kernel/text.ts'
import { chosenCarrier, unnamedCarrier } from './carrier-word.ts'

/** The most letters of a carrier's name. */
const mostLetters = 40

/** One of those that we know, or a name that another one can have. */
export const isCarrier = (carrier: string): boolean =>
  carrier !== unnamedCarrier && lengthOf(carrier) <= mostLetters && nameRefusal(carrier) === null

/** A carrier as a form or a program states it: one of the enum, an everyday name of these, or the name of another one. */
export const AnyCarrierIn = Text(1, 100)
  .transform((typed) => chosenCarrier(typed, ''))
  .refine(isCarrier, `配送会社名を${mostLetters}文字以内で入力してください。`)
  .describe('yamato・sagawa・japanpost、またはその他の配送会社名（40文字以内）')
