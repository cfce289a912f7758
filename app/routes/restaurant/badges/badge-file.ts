import { NotFound } from '#kernel/errors.ts'
import { attached, badgeFileName, badgeOf, paperFileName, wishIn } from '#modules/traceability/badges/badge-file.ts'
import { badgeWords, ringWords } from '#modules/traceability/badges/drawings/badge-labels.ts'
import { drawBadge } from '#modules/traceability/badges/drawings/draw-badge.ts'
import { drawCode } from '#modules/traceability/badges/drawings/draw-code.ts'
import { drawPaper } from '#modules/traceability/badges/drawings/papers.ts'
import { papers } from '#modules/traceability/badges/drawings/shapes.ts'
import { badgesOfShop } from '#modules/traceability/badges/shop-badges.server.ts'
import { drawings, drawnAnswer, ourLetters, pngOf, sheetsAsPdf } from '#web/badge-drawings.server.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/badge-file.ts'

/**
 * The downloads of a badge: badge.svg, badge.png, code.svg, card.pdf, lines.pdf, poster.pdf. Options are in the query;
 * `view=1` displays the file instead of downloading it.
 */
export const loader = page(async (ctx, { request, params, context }: Route.LoaderArgs) => {
  const search = new URL(request.url).searchParams
  const { clientFolder, secureOrigin } = context.get(requestFacts)
  const wish = wishIn(search)
  const badge = badgeOf((await badgesOfShop(ctx)).earned, wish.rule)
  const words = badge && badgeWords(badge)
  if (!badge || !words) throw new NotFound('badge')
  const address = `${secureOrigin}/trace/${badge.token}`
  const key = JSON.stringify([params.file, wish, badge, address])
  const letters = await ourLetters(clientFolder)
  const answer = async (kind: 'svg' | 'png' | 'pdf', name: string, draw: () => Promise<Buffer>) =>
    drawnAnswer(kind, await drawings(key, draw), {
      'content-disposition': search.get('view') === '1' ? 'inline' : attached(name),
      'cache-control': 'private, no-store',
    })
  const svg = () => {
    const drawn = drawBadge(letters, badge, { ...wish, address: wish.code ? address : null, farmId: wish.farm })
    if (!drawn) throw new NotFound('badge')
    return drawn
  }
  switch (params.file) {
    case 'badge.svg':
      return answer('svg', badgeFileName(wish, 'svg'), async () => Buffer.from(svg()))
    case 'badge.png':
      return answer('png', badgeFileName(wish, 'png'), () => pngOf(svg()))
    case 'code.svg':
      return answer('svg', '産地バッジ-QR.svg', async () => Buffer.from(drawCode(address)))
  }
  const paper = papers.find((it) => `${it}.pdf` === params.file)
  if (!paper) throw new NotFound('file')
  const title = `${ringWords}：${badge.shop}`
  return answer('pdf', paperFileName(paper), () =>
    sheetsAsPdf(paper, drawPaper(paper, { badge, words, letters, address }), { title, foot: address }),
  )
})
