import { maxPhotoBytes } from '#modules/photos/photo.ts'

export const mostGoodsPhotos = 8

/** Processing pictures is the most expensive request: limit per person in a quarter of an hour. */
export const goodsPhotoLimit = { most: 120, withinMs: 15 * 60_000 }

/** For the native field: listed explicitly, so that an iPhone converts its HEIC photos to JPEG. */
export const goodsPhotoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export const maxPhotoMegabytes = Math.floor(maxPhotoBytes / 1_000_000)
