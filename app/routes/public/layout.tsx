import { Suspense } from 'react'
import { data, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { Actor } from '#access/actor.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { takeNotice } from '../notice.server.ts'
import { page } from '../page.server.ts'
import { SiteHeader, type Viewer } from '../shell/site-header.tsx'
import type { Route } from './+types/layout.ts'

// Not of the first moment: in the page that the server sends, and their script comes after the page's own.
const FlashNotice = import.meta.env.SSR
  ? (await import('#ui/notice.tsx')).FlashNotice
  : lazyPart(async () => ({ default: (await import('#ui/notice.tsx')).FlashNotice }))
const Footer = import.meta.env.SSR
  ? (await import('../shell/footer.tsx')).Footer
  : lazyPart(async () => ({ default: (await import('../shell/footer.tsx')).Footer }))
const SiteMenu = import.meta.env.SSR
  ? (await import('../shell/site-menu.tsx')).default
  : lazyPart(() => import('../shell/site-menu.tsx'))

/** The default layout: for everybody, signed in or not. Asks the database nothing of its own. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { notice, headers } = await takeNotice(request)
  return data({ viewer: viewerOf(ctx.actor), notice }, { headers })
})

/** A notice is shown once, and who looks may have changed with what was sent. */
export const shouldRevalidate = ({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) => actionStatus < 400

function viewerOf(actor: Actor): Viewer {
  if (actor.kind === 'buyer') return { name: actor.name, home: { to: '/restaurant', word: 'お店のホームへ' } }
  if (actor.kind === 'farm') return { name: actor.name, home: { to: '/farmer', word: 'きょうの画面へ' } }
  return null
}

export default function PublicLayout({ loaderData: { viewer, notice } }: Route.ComponentProps) {
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
      <Suspense>
        <FlashNotice notice={notice} className="mx-auto w-full max-w-[80rem] px-4 pt-3 md:px-8" />
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
