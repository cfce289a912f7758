import { type ProductId, parseId } from '#kernel/ids.ts'

/** Parts of the farm's list, as its address names them. */
export const goodsViews = ['listed', 'paused', 'archived'] as const
export type GoodsView = (typeof goodsViews)[number] | 'all'

/** Where a list of products continues: after these. Opaque to clients. */
export type GoodsCursor = { place: number; at: Date; id: ProductId }

export const goodsCursorText = ({ place, at, id }: GoodsCursor): string => `${place}.${at.getTime()}.${id}`

/** Null for a value that no list of ours has returned. */
export function readGoodsCursor(text: string | null | undefined): GoodsCursor | null {
  const [, place = '', moment = '', idText] = /^(\d{1,9})\.(\d{1,14})\.([0-9a-f-]{36})$/.exec(text ?? '') ?? []
  const id = parseId<'product'>(idText)
  return id && { place: Number(place), at: new Date(Number(moment)), id }
}
