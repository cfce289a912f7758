import type { DocumentId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { GoodsKind } from '#kernel/words.ts'
import { goodsRequirements, standsFor } from '../approval/requirements.ts'
import type { DocumentFacts } from './document.ts'

/** What the rule has to know of a paper; those that were taken away belong to it. */
export type Paper = Pick<DocumentFacts, 'id' | 'kind' | 'expiresOn' | 'checkedAt' | 'removedAt' | 'goodsKinds'>
export type LapsedGoods = { kind: GoodsKind; documentId: DocumentId }

/**
 * The kinds of goods whose paper has ended, each with the paper that ended last: from the day after its last day until
 * staff have approved one that holds. Taking the old one away does not help, so what staff once read counts also then.
 * A farm that never handed one in was let in knowingly, and what ends later is the permit, not that knowledge.
 *
 * Source: 食品衛生法 第55条 (no business without the permit), 酒税法 第9条. That goods are hidden by themselves is our choice.
 */
export function lapsedGoods(goods: readonly GoodsKind[], papers: readonly Paper[], today: JstDate): LapsedGoods[] {
  return goods.flatMap((kind) => {
    // Own vegetables need nothing, and nothing tells them from bought ones on the shelf: staff speak with the farm.
    if (kind === 'resold_produce' && goods.includes('own_produce')) return []
    const needed = papers.filter((paper) => !isFree(kind, paper) && standsFor(paper, kind))
    if (needed.some((paper) => holds(paper, today))) return []
    const last = needed
      .filter((paper) => hasEnded(paper, today))
      .sort(byEnd)
      .at(-1)
    return last ? [{ kind, documentId: last.id }] : []
  })
}

/** The farm's own harvest needs no paper, unless staff have read that this one is for it. */
const isFree = (kind: GoodsKind, paper: Paper) =>
  goodsRequirements[kind]?.ownIsFree === true && !paper.goodsKinds.includes(kind)

const holds = ({ removedAt, checkedAt, expiresOn }: Paper, today: JstDate) =>
  removedAt === null && checkedAt !== null && (expiresOn === null || expiresOn >= today)

const hasEnded = ({ removedAt, checkedAt, expiresOn }: Paper, today: JstDate) =>
  (removedAt === null || checkedAt !== null) && expiresOn !== null && expiresOn < today

const byEnd = (a: Paper, b: Paper) => ((a.expiresOn ?? '') < (b.expiresOn ?? '') ? -1 : 1)
