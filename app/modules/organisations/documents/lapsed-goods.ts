import type { GoodsKind } from '#kernel/enums.ts'
import type { DocumentId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { goodsRequirements, standsFor } from '../approval/requirements.ts'
import type { DocumentFacts } from './document.ts'

/** What the rule needs to know about a document; removed ones are included. */
export type Paper = Pick<DocumentFacts, 'id' | 'kind' | 'expiresOn' | 'checkedAt' | 'removedAt' | 'goodsKinds'>
export type LapsedGoods = { kind: GoodsKind; documentId: DocumentId }

/**
 * The kinds of goods whose document has expired, each with the one that expired last: from the day after its last day
 * until staff have approved a valid one. Removing the old one does not help, so what staff once recorded still counts.
 * A farm that never uploaded one was approved knowingly, and what expires later is the permit, not that decision.
 *
 * Source: 食品衛生法 第55条 (no business without the permit), 酒税法 第9条. Hiding the products automatically is our choice.
 */
export function lapsedGoods(goods: readonly GoodsKind[], papers: readonly Paper[], today: JstDate): LapsedGoods[] {
  return goods.flatMap((kind) => {
    // The farm's own vegetables require nothing, and cannot be distinguished from resold ones: staff talk to the farm.
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

/** The farm's own harvest requires no document, unless staff have recorded that this one is for it. */
const isFree = (kind: GoodsKind, paper: Paper) =>
  goodsRequirements[kind]?.ownIsFree === true && !paper.goodsKinds.includes(kind)

const holds = ({ removedAt, checkedAt, expiresOn }: Paper, today: JstDate) =>
  removedAt === null && checkedAt !== null && (expiresOn === null || expiresOn >= today)

const hasEnded = ({ removedAt, checkedAt, expiresOn }: Paper, today: JstDate) =>
  (removedAt === null || checkedAt !== null) && expiresOn !== null && expiresOn < today

const byEnd = (a: Paper, b: Paper) => ((a.expiresOn ?? '') < (b.expiresOn ?? '') ? -1 : 1)
