import { Form } from 'react-router'
import { z } from 'zod'
import { NotFound } from '#kernel/errors.ts'
import { formatDayWithYear, formatMoment } from '#kernel/format.ts'
import { type AnnouncementId, parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { RowVersion } from '#kernel/schema.ts'
import { changeAnnouncement, withdrawAnnouncement } from '#modules/content/announce.server.ts'
import { audienceWord, canBeChanged, canBeWithdrawn, endText } from '#modules/content/announcement.ts'
import { audienceCounts } from '#modules/content/announcement-mails.server.tsx'
import { announcementForStaff } from '#modules/content/announcement-queries.server.ts'
import { renderWords } from '#modules/content/render-page.server.ts'
import { AnnouncementPreview } from '#modules/content/ui/announcement-preview.tsx'
import { AnnouncementStateBadge } from '#modules/content/ui/announcement-state.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf } from '#web/form.ts'
import { askFirst, job, runJob } from '#web/jobs.server.ts'
import { revalidateOvertaken } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import { useMay } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/announcement.ts'
import { AnnouncementForm } from './announcement-fields.tsx'
import { previewAnnouncement, readAnnouncement } from './announcement-form.server.ts'

export const meta: Route.MetaFunction = () => ownMeta('お知らせ（管理）')

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const announcement = await announcementForStaff(ctx, idIn(params))
  return {
    announcement,
    html: renderWords(announcement.body),
    counts: await audienceCounts(ctx),
    keys: { change: crypto.randomUUID(), withdraw: crypto.randomUUID() },
  }
})

function idIn(params: { id: string }): AnnouncementId {
  const id = parseId<'announcement'>(params.id)
  if (!id) throw new NotFound('announcement')
  return id
}

const list = '/admin/announcements'
const one = ({ params }: Route.ActionArgs) => ({ id: idIn(params) })

const changes = {
  preview: previewAnnouncement,
  publish: job(changeAnnouncement, {
    read: (form, args: Route.ActionArgs, { now }) => {
      const version = readForm(z.object({ version: RowVersion }), form)
      const draft = readAnnouncement(form, now)
      if (!version.ok) return version
      if (!draft.ok) return draft
      return { ok: true, value: { ...one(args), ...version.value, ...draft.value } }
    },
    first: askFirst,
    done: () => redirectWithFlash(list, 'お知らせを変更しました。'),
  }),
  withdraw: job(withdrawAnnouncement, {
    fields: one,
    done: () => redirectWithFlash(list, 'お知らせを取り下げました。'),
  }),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return runJob(changes, ctx, await formOf(args.request), args)
})

/** Also after a refusal: after a concurrent change the form continues from the colleague's version. */
export const shouldRevalidate = revalidateOvertaken

export default function StaffAnnouncementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { announcement, html, keys } = loaderData
  const shown = actionData && 'preview' in actionData ? actionData : undefined
  const asks = actionData && 'asks' in actionData ? actionData : undefined
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const { state, startsAt, endsAt } = announcement
  const mayWrite = useMay('announcement.write')
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/announcements" className="prose-link inline-flex min-h-11 items-center">
          お知らせの一覧
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-h2 font-bold">{announcement.title}</h1>
        <AnnouncementStateBadge state={state} />
        <p className="text-ink-2">
          {audienceWord[announcement.audience]}・{formatDayWithYear(jstDateOf(startsAt))}{' '}
          {formatMoment(startsAt).slice(-5)}
          から{endsAt && `${endText(endsAt)}まで`}
        </p>
      </div>
      {canBeWithdrawn(state) && mayWrite && (
        <Form method="post">
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="key" value={keys.withdraw} />
          <input type="hidden" name="version" value={announcement.version} />
          <Confirm
            question={`「${announcement.title}」を取り下げますか`}
            consequence={`${
              state === 'planned'
                ? '公開されません。'
                : `${audienceWord[announcement.audience]}の画面から、すぐに削除されます。`
            }再度公開する場合は、新しく作成してください。`}
            confirm="取り下げる"
          >
            取り下げる
          </Confirm>
        </Form>
      )}
      {canBeChanged(state) && mayWrite ? (
        <AnnouncementForm
          formKey={keys.change}
          written={announcement}
          counts={loaderData.counts}
          problem={problem}
          preview={shown?.preview}
          typed={(shown ?? asks)?.typed}
          asks={asks !== undefined}
        />
      ) : (
        <>
          {problem && <Notice tone="akane">{problem.summary}</Notice>}
          <AnnouncementPreview audience={announcement.audience} title={announcement.title} html={html} />
        </>
      )}
    </div>
  )
}
