import type { Generated } from 'kysely'
import type { Audience } from '#kernel/enums.ts'
import type { AdminId, AnnouncementId, ConsentId, PageVersionId, PersonId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type ContentTables = {
  announcements: {
    id: AnnouncementId
    version: Generated<number>
    audience: Audience
    title: string
    body: string
    byMail: boolean
    startsAt: Date
    endsAt: Date | null
    createdBy: AdminId
    createdAt: Date
    withdrawnAt: Date | null
    mailedAt: Date | null
  }
  announcementReadings: { announcementId: AnnouncementId; personId: PersonId; at: Date }
  pages: { slug: string; createdAt: Date }
  pageVersions: {
    id: PageVersionId
    slug: string
    number: number
    title: string
    body: string
    changeNote: string
    material: boolean
    effectiveOn: JstDate
    publishedAt: Date
    author: string
    adminId: AdminId | null
    contentHash: string
  }
  consents: {
    id: ConsentId
    personId: PersonId
    pageVersionId: PageVersionId
    at: Date
    ip: string | null
    userAgent: string | null
  }
}
