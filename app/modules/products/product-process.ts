import type { ProductApproval, ProductStatus } from '#kernel/enums.ts'

/** What a farm can do with a product in its list. */
export const goodsMoves = ['list', 'pause', 'archive', 'restore'] as const
export type GoodsMove = (typeof goodsMoves)[number]

type Rule = { from: readonly ProductStatus[]; to: ProductStatus; event: string }

/** The states of products as data; the buttons of the list are derived from it. */
export const goodsProcess: Readonly<Record<GoodsMove, Rule>> = {
  list: { from: ['draft', 'paused', 'sold_out'], to: 'listed', event: 'goods_listed' },
  pause: { from: ['listed', 'sold_out'], to: 'paused', event: 'goods_paused' },
  archive: { from: ['draft', 'listed', 'paused', 'sold_out'], to: 'archived', event: 'goods_archived' },
  restore: { from: ['archived'], to: 'paused', event: 'goods_paused' },
}

export type GoodsMoveRefusal = 'wrong_state' | 'held_by_staff' | 'waits_for_review' | 'was_returned'

/** Whether a product can be moved; a repeated press finds it there already, which is no error. */
export function checkMove(
  goods: { status: ProductStatus; review: ProductApproval | null; heldReason: string | null },
  move: GoodsMove,
): GoodsMoveRefusal | 'already' | null {
  const rule = goodsProcess[move]
  if (goods.status === rule.to) return 'already'
  if (!rule.from.includes(goods.status)) return 'wrong_state'
  if (move !== 'list') return null
  if (goods.heldReason !== null) return 'held_by_staff'
  if (goods.review === 'waiting') return 'waits_for_review'
  return goods.review === 'returned' ? 'was_returned' : null
}
