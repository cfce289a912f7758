import { api } from '#api/api.server.ts'
import { readPage } from '#modules/content/page-queries.server.ts'

export const contentHandlers = {
  page: api.content.page.handler(async ({ context: { ctx, operator }, input }) => {
    const { slug, title, html, markdown, shown, versions } = await readPage(ctx, { slug: input.params.slug, operator })
    return {
      slug,
      title,
      version: shown.number,
      effectiveOn: shown.effectiveOn,
      changeNote: shown.changeNote,
      html,
      markdown,
      planned: versions
        .filter(({ state }) => state === 'planned')
        .map(({ number, effectiveOn, changeNote }) => ({ version: number, effectiveOn, changeNote })),
    }
  }),
}
