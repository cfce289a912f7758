import type { PhotoKey } from '#modules/photos/photo.ts'

/** The same form sent twice brings its photos twice, each time under another name. */
export const withoutPhotos = <Said extends { photos?: readonly PhotoKey[] }>({ photos: _, ...said }: Said) => said
