/** What can be printed for a day, in the order in which it is needed while packing. */
export const paperParts = ['products', 'orders', 'slips', 'labels'] as const
export type PaperPart = (typeof paperParts)[number]

export const paperPartWord: Record<PaperPart, string> = {
  products: 'ピッキングリスト（商品別）',
  orders: 'ピッキングリスト（注文別）',
  slips: '納品書',
  labels: '箱のラベル',
}

/** In millimetres, as it is typed: -3 is -0.3. */
export const offsetText = (tenths: number): string => String(tenths / 10)
