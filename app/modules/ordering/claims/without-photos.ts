import type { PhotoKey } from '#modules/photos/photo.ts'

/** A form that is sent twice uploads its photos twice, each time under another name. */
export const withoutPhotos = <Said extends { photos?: readonly PhotoKey[] }>({ photos: _, ...said }: Said) => said
