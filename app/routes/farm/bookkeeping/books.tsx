import { requireFarm } from '#authorization/authorize.ts'
import { BooksScreen } from '#modules/bookkeeping/ui/books-screen.tsx'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { Head } from '#ui/head.tsx'
import { booksJobs, booksPage } from '#web/books.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/books.ts'

export const meta = () => ownMeta('会計ソフト連携')

const address = '/farmer/bookkeeping'

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireFarm(ctx.actor)
  return booksPage(ctx, request, 'farm')
})

export const action = pageAction(booksJobs(address))

/** A farm's sales with the fee apart, for its accounting software. */
export default function FarmBooksPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">会計ソフト連携</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 pb-24 lg:mx-0 lg:max-w-4xl lg:px-8">
        <BooksScreen {...loaderData} address={address} problem={actionData?.problem} />
      </div>
    </>
  )
}
