import { announce } from '#modules/content/announce.server.ts'
import { audienceCounts } from '#modules/content/announcement-mails.server.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf } from '#web/form.ts'
import { askFirst, job, runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaffFor } from '../require-staff.server.ts'
import type { Route } from './+types/announcement-new.ts'
import { AnnouncementForm } from './announcement-fields.tsx'
import { previewAnnouncement, readAnnouncement } from './announcement-form.server.ts'

export const meta: Route.MetaFunction = () => ownMeta('新しいお知らせ（管理）')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  requireStaffFor(ctx, 'announcement.write')
  return { key: crypto.randomUUID(), counts: await audienceCounts(ctx) }
})

const changes = {
  preview: previewAnnouncement,
  publish: job(announce, {
    read: (form, _, { now }) => readAnnouncement(form, now),
    first: askFirst,
    done: () => redirectWithFlash('/admin/announcements', 'お知らせを公開しました。'),
  }),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaffFor(ctx, 'announcement.write')
  return runJob(changes, ctx, await formOf(args.request), args)
})

export default function NewAnnouncementPage({ loaderData, actionData }: Route.ComponentProps) {
  const shown = actionData && 'preview' in actionData ? actionData : undefined
  const asks = actionData && 'asks' in actionData ? actionData : undefined
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/announcements" className="prose-link inline-flex min-h-11 items-center">
          お知らせの一覧
        </Link>
      </p>
      <h1 className="text-h2">
        <Head as="span">新しいお知らせ</Head>
      </h1>
      <AnnouncementForm
        formKey={loaderData.key}
        counts={loaderData.counts}
        problem={problem}
        preview={shown?.preview}
        typed={(shown ?? asks)?.typed}
        asks={asks !== undefined}
      />
    </div>
  )
}
