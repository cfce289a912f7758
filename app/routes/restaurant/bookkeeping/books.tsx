import { requireBuyer } from '#authorization/authorize.ts'
import { BooksScreen } from '#modules/bookkeeping/ui/books-screen.tsx'
import { booksJobs, booksPage } from '#web/books.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/books.ts'

export const meta = () => ownMeta('会計ソフト連携')
export const handle = { shell: { top: 'own' } }

const address = '/restaurant/bookkeeping'

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  return booksPage(ctx, request, 'restaurant')
})

export const action = pageAction(booksJobs(address))

/** A restaurant's purchases, for its accounting software. */
export default function RestaurantBooksPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageBar back="/restaurant/Account" backLabel="店舗情報へ戻る">
        <h1 className="text-h4 font-bold lg:text-h2">会計ソフト連携</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-5 px-3.5 pt-4 pb-8 lg:px-8">
        <BooksScreen {...loaderData} address={address} problem={actionData?.problem} />
      </div>
    </>
  )
}
