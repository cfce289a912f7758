import { Suspense } from 'react'
import { data, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { ownUnreadAnnouncement } from '#modules/content/announcement-queries.server.ts'
import AnnouncementBar from '#modules/content/ui/announcement-bar.tsx' with { load: 'later' }
import { Footer } from '#routes/shell/footer.tsx' with { load: 'later' }
import { SiteHeader } from '#routes/shell/site-header.tsx'
import SiteMenu from '#routes/shell/site-menu.tsx' with { load: 'later' }
import { viewerFor } from '#routes/shell/viewer.server.ts'
import { useFlash } from '#ui/flash-message.ts'
// Not of the first moment: in the page that the server sends, and their script comes after the page's own.
import { FlashMessage } from '#ui/notice.tsx' with { load: 'later' }
import { takeFlash } from '#web/flash-message.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/layout.ts'

/**
 * The default layout: for everyone, signed in or not. No queries of its own for visitors, except to recognise an
 * administrator; for members one, the announcements of staff.
 */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { flash, headers } = await takeFlash(request)
  return data({ viewer: await viewerFor(ctx, request), unread: await ownUnreadAnnouncement(ctx), flash }, { headers })
})

/** A flash message is shown once, and the submitted form may have changed who is signed in. */
export const shouldRevalidate = ({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) => actionStatus < 400

export default function PublicLayout({ loaderData: { viewer, unread, flash: brought } }: Route.ComponentProps) {
  const flash = useFlash(brought)
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader
        viewer={viewer}
        menu={
          <Suspense>
            <SiteMenu viewer={viewer} />
          </Suspense>
        }
      />
      {unread && (
        <Suspense>
          <AnnouncementBar unread={unread} />
        </Suspense>
      )}
      <Suspense>
        <FlashMessage flash={flash} className="mx-auto w-full max-w-[80rem] px-4 pt-3 md:px-8" />
      </Suspense>
      <main id="main" tabIndex={-1} className="w-full min-w-0 grow">
        <Outlet />
      </main>
      <Suspense>
        <Footer />
      </Suspense>
    </div>
  )
}
