import type { Generated } from 'kysely'
import type { Json } from '#infra/db/column-types.ts'
import type { BookExportId, BookSettingsId, FarmId, IssuedDocumentId, RestaurantId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import type { AccountNames } from './exports/deal.ts'
import type { Software } from './exports/tax-names.ts'
import type { Encoding } from './exports/write-export.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type BookkeepingTables = {
  bookSettings: {
    id: BookSettingsId
    restaurantId: RestaurantId | null
    farmId: FarmId | null
    software: Software
    encoding: Encoding
    accountNames: Json<Partial<AccountNames>>
    version: Generated<number>
  }
  bookExports: {
    id: BookExportId
    restaurantId: RestaurantId | null
    farmId: FarmId | null
    software: Software
    encoding: Encoding
    accountNames: Json<Partial<AccountNames>>
    fromMonth: string
    toMonth: string
    documentIds: IssuedDocumentId[]
    totalYen: Yen
    exportedBy: string
    at: Date
  }
}
