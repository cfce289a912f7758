import { announcementsForStaff } from '#modules/content/announcement-queries.server.ts'
import { AnnouncementTable } from '#modules/content/ui/announcement-table.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/announcements.ts'

export const meta: Route.MetaFunction = () => ownMeta('お知らせ（管理）')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  requireStaff(ctx)
  return { announcements: await announcementsForStaff(ctx) }
})

export default function StaffAnnouncementsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h2">
          <Head as="span">お知らせ</Head>
        </h1>
        <May to="announcement.write">
          <ButtonLink kind="pine" to="/admin/announcements/new">
            お知らせを新規作成
          </ButtonLink>
        </May>
      </div>
      <AnnouncementTable announcements={loaderData.announcements} />
    </div>
  )
}
