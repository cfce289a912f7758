import { z } from 'zod'
import { paperChoice } from '#modules/packing-papers/paper-choice.ts'
import { paperParts } from '#modules/packing-papers/paper-parts.ts'

const numberAsked = (shape: z.ZodType<number, number>) => z.coerce.number().pipe(shape)

/** What is printed, in the query of an address. */
export const PapersAsked = z.object({
  parts: z
    .string()
    .default(paperParts.join(','))
    .transform((text) => text.split(','))
    .pipe(paperChoice.parts)
    .describe('コンマ区切り。省略時はすべて'),
  sheet: paperChoice.sheet.default('a4_12'),
  start: numberAsked(paperChoice.start).default(1).describe('ラベル用紙の何枚目から印刷するか'),
  rightTenths: numberAsked(paperChoice.rightTenths).default(0).describe('右へのずれ。0.1mm単位'),
  downTenths: numberAsked(paperChoice.downTenths).default(0).describe('下へのずれ。0.1mm単位'),
})

/** The same for labels alone. */
export const LabelsAsked = PapersAsked.omit({ parts: true })
