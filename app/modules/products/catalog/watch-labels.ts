import type { WatchKind } from '#kernel/enums.ts'

/** The button label of each subscription. */
export const watchWord: Record<WatchKind, string> = {
  back_in_stock: '入荷したら知らせる',
  in_season: '旬になったら知らせる',
  price_change: '値段が変わったら知らせる',
  new_of_farm: '新しい品が出たら知らせる',
  words: '見つかるようになったら知らせる',
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
  too_many: 'お知らせの登録は100件までです。いらないものを「お気に入り」の画面ではずしてください。',
  no_words: 'さがすことばを入れてください。',
  no_price: '値段のお知らせは、店の承認のあとに使えます。',
}

export const mostWatches = 100
