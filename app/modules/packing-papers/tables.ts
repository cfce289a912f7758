import type { FarmId } from '#kernel/ids.ts'
import type { LabelSheetName } from './label-sheets.ts'
import type { PaperPart } from './paper-parts.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type PackingPapersTables = {
  /** As the farm printed last. */
  packingPaperSettings: {
    farmId: FarmId
    parts: PaperPart[]
    sheet: LabelSheetName
    rightTenths: number
    downTenths: number
    changedAt: Date
  }
}
