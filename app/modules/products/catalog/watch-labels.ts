import type { WatchKind } from '#kernel/enums.ts'

/** The button label of each subscription. */
export const watchWord: Record<WatchKind, string> = {
  back_in_stock: '入荷したら通知',
  in_season: '旬になったら通知',
  price_change: '価格が変わったら通知',
  new_of_farm: '新商品が出たら通知',
  words: '商品が見つかったら通知',
}

/** How often it is sent. */
export const watchOften: Record<WatchKind, string> = {
  back_in_stock: '1回だけ、メールでお知らせします',
  in_season: '1回だけ、メールでお知らせします',
  price_change: '変わるたびに、メールでお知らせします',
  new_of_farm: '出るたびに、メールでお知らせします',
  words: '1回だけ、メールでお知らせします',
}

export type WatchRefusal = 'too_many' | 'no_words' | 'no_price'

export const watchRefusalText: Record<WatchRefusal, string> = {
  too_many: 'お知らせの登録は100件までです。不要なものを「お気に入り」の画面で解除してください。',
  no_words: '検索する言葉を入力してください。',
  no_price: '価格のお知らせは、飲食店の承認後に利用できます。',
}

export const mostWatches = 100
