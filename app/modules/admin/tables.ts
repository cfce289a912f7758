import type { AdminId, Id } from '#kernel/ids.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type AdminTables = {
  savedViews: { id: Id<'savedView'>; adminId: AdminId; page: string; name: string; query: string; createdAt: Date }
}
