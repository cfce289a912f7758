/** Parts of the farm's list, as its address names them. */
export const goodsViews = ['listed', 'paused', 'archived'] as const
export type GoodsView = (typeof goodsViews)[number] | 'all'
