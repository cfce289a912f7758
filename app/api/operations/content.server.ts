import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { Count, Day } from '#api/schemas/shapes.ts'
import { Text } from '#kernel/schema.ts'
import { readPage } from '#modules/content/page-queries.server.ts'

export const contentOperations = {
  page: endpoint('anyone', {
    method: 'GET',
    path: '/pages/{slug}',
    tag: '案内と規約',
    scope: 'any',
    summary: '案内・規約のページを読む',
    description:
      '今日有効な版。slug は guide（飲食店の使い方）、farmers-guide（生産者の使い方）、law（特定商取引法に基づく表記）、privacy-policy（プライバシーポリシー）、user-policy（利用規約）。',
  })
    .input(z.object({ params: z.object({ slug: Text(1, 60) }) }))
    .output(
      z.object({
        slug: z.string(),
        title: z.string(),
        version: Count.describe('版の番号'),
        effectiveOn: Day,
        changeNote: z.string().describe('変更点'),
        html: z.string().describe('安全なHTML。リンクは自サイト、https、mailto、tel のみ'),
        markdown: z.string(),
        planned: z.array(z.object({ version: Count, effectiveOn: Day, changeNote: z.string() })).describe('今後の版'),
      }),
    )
    .handler(async ({ context: { ctx, operator }, input }) => {
      const { slug, title, html, markdown, shown, versions } = await readPage(ctx, {
        slug: input.params.slug,
        operator,
      })
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
