import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { accountsOf, bookSettings, saveBookSettings } from '#modules/bookkeeping/book-settings.server.ts'
import { bookFile, exportBooks, previewBooks } from '#modules/bookkeeping/export-books.server.ts'
import { redirectWithFlash } from './flash-message.server.ts'
import { job, jobs } from './jobs.server.ts'
import { monthIn, recentMonths } from './order-filters.ts'

/** What the page 会計ソフト連携 shows, which restaurants and farms share: last month unless another is chosen. */
export async function booksPage(ctx: Ctx, request: Request, side: keyof typeof accountsOf) {
  const asked = new URL(request.url).searchParams
  const months = recentMonths(jstDateOf(ctx.now), 24)
  const lastMonth = months[1] ?? ''
  const fromMonth = monthIn(asked.get('fromMonth')) ?? lastMonth
  const toMonth = monthIn(asked.get('toMonth')) ?? lastMonth
  return {
    ...(await previewBooks(ctx, { fromMonth, toMonth })),
    settings: await bookSettings(ctx),
    fromMonth,
    toMonth,
    months,
    side,
    accounts: accountsOf[side],
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
  const { bytes, mediaType, fileName } = await bookFile(ctx, id)
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    },
  })
}
