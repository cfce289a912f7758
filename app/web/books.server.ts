import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { bookRefusalText } from '#modules/bookkeeping/book-refusals.ts'
import {
  accountsOf,
  bookSettings,
  platformBookSettings,
  saveBookSettings,
} from '#modules/bookkeeping/book-settings.server.ts'
import { bookFile, exportBooks, previewBooks } from '#modules/bookkeeping/export-books.server.ts'
import type { ExportFile } from '#modules/bookkeeping/exports/deal.ts'
import { platformBookFile, previewPlatformBooks } from '#modules/bookkeeping/platform-books.server.ts'
import { redirectWithFlash } from './flash-message.server.ts'
import { job, jobs } from './jobs.server.ts'
import { monthIn, recentMonths } from './order-filters.ts'

/** What the page 会計ソフト連携 shows, which restaurants and farms share: last month unless another is chosen. */
export async function booksPage(ctx: Ctx, request: Request, side: 'restaurant' | 'farm') {
  const chosen = chosenMonths(ctx, request)
  return {
    ...(await previewBooks(ctx, chosen)),
    ...chosen,
    settings: await bookSettings(ctx),
    side,
    accounts: accountsOf[side],
    formKey: crypto.randomUUID(),
  }
}

/** Last month unless another is chosen, and what there is to choose. */
function chosenMonths({ now }: Ctx, request: Request) {
  const asked = new URL(request.url).searchParams
  const months = recentMonths(jstDateOf(now), 24)
  const lastMonth = months[1] ?? ''
  return {
    fromMonth: monthIn(asked.get('fromMonth')) ?? lastMonth,
    toMonth: monthIn(asked.get('toMonth')) ?? lastMonth,
    months,
  }
}

/** The same of the platform itself, for staff. */
export async function platformBooksPage(ctx: Ctx, request: Request) {
  const chosen = chosenMonths(ctx, request)
  return {
    ...(await previewPlatformBooks(ctx, chosen)),
    ...chosen,
    settings: await platformBookSettings(ctx),
    accounts: accountsOf.platform,
    formKey: crypto.randomUUID(),
  }
}

/** The jobs of that page. */
export const booksJobs = (address: string) =>
  jobs({
    export: job(exportBooks, {
      done: ({ replaced }) =>
        redirectWithFlash(
          `${address}#past`,
          replaced.length === 0
            ? '会計データを作成しました。一覧の先頭からダウンロードできます。'
            : `会計データを作成しました。文字コードにない文字（${replaced.join(' ')}）は「〓」に置き換えました。`,
        ),
    }),
    settings: job(saveBookSettings, { done: () => redirectWithFlash(address, '設定を保存しました。') }),
  })

export async function bookDownload(ctx: Ctx, params: { id: string }): Promise<Response> {
  const id = parseId<'bookExport'>(params.id)
  if (!id) throw new NotFound('bookExport')
  return downloaded(await bookFile(ctx, id))
}

/** The page says why there is none. */
export async function platformBookDownload(ctx: Ctx, request: Request): Promise<Response> {
  const { fromMonth, toMonth } = chosenMonths(ctx, request)
  const file = await platformBookFile(ctx, { fromMonth, toMonth })
  if (file.ok) return downloaded(file.value)
  return redirectWithFlash(
    `/admin/ledger/books?${new URLSearchParams({ fromMonth, toMonth })}`,
    bookRefusalText(file.refusal, file.detail),
  )
}

function downloaded({ bytes, mediaType, fileName }: ExportFile): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    },
  })
}
