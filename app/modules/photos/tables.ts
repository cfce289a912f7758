import type { Generated } from 'kysely'
import type { FarmId, PersonId, RestaurantId } from '#kernel/ids.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type PhotosTables = {
  photos: {
    key: string
    personId: PersonId | null
    draftOf: string | null
    width: number
    height: number
    byteCount: number
    createdAt: Date
    farmId: FarmId | null
    uploadKey: string | null
    /** Public since then. */
    shownAt: Date | null
    hues: string | null
    originalType: 'jpeg' | 'png' | 'webp' | null
    allSizesAt: Date | null
    restaurantId: Generated<RestaurantId | null>
  }
}
