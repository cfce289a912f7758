import { maxPhotoBytes } from '#modules/photos/photo.ts'

export const mostGoodsPhotos = 8

/** Pictures are the dearest thing one can ask of us: so many in a quarter of an hour from one person. */
export const goodsPhotoLimit = { most: 120, withinMs: 15 * 60_000 }

/** For the native field: named one by one, so that an iPhone hands over its HEIC photos as JPEG. */
export const goodsPhotoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export const maxPhotoMegabytes = Math.floor(maxPhotoBytes / 1_000_000)
