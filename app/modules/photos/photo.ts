import type { PersonId } from '#kernel/ids.ts'

/** Made by us, 160 random bits; the name of a photo in the store, in the database and in its address. */
export type PhotoKey = string & { readonly __id: 'photo' }

export type Photo = { key: PhotoKey; personId: PersonId | null; width: number; height: number }

/** Width in pixels: full view (there the longer side), large card, list, thumbnail. */
export const photoSizes = { full: 1_600, large: 960, small: 480, thumb: 160 } as const
export type PhotoSize = keyof typeof photoSizes

/** Maximum size of an uploaded photo. */
export const maxPhotoBytes = 10 * 1024 * 1024

export const parsePhotoKey = (text: unknown): PhotoKey | null =>
  typeof text === 'string' && /^[0-9a-z]{32}$/.test(text) ? (text as PhotoKey) : null

/** `<key>.webp`, and with its pixels for the smaller ones: `<key>-480.webp`, as used after /media/. */
export const photoFileName = (key: PhotoKey, size: PhotoSize): string =>
  size === 'full' ? `${key}.webp` : `${key}-${photoSizes[size]}.webp`

const sizeByPixels = new Map<string, PhotoSize>([
  ['160', 'thumb'],
  ['480', 'small'],
  ['960', 'large'],
])

export function parsePhotoFileName(name: string): { key: PhotoKey; size: PhotoSize } | null {
  const match = /^([0-9a-z]{32})(?:-(160|480|960))?\.webp$/.exec(name)
  const key = parsePhotoKey(match?.[1])
  return key && { key, size: match?.[2] ? (sizeByPixels.get(match[2]) ?? 'small') : 'full' }
}

/** In the store: 1,296 folders, so that none grows large. */
export const storeKey = (key: PhotoKey, size: PhotoSize): string =>
  `photos/${key.slice(0, 2)}/${photoFileName(key, size)}`

/** The photo as uploaded, without its location. Never served. */
export const originalStoreKey = (key: PhotoKey): string => `originals/${key.slice(0, 2)}/${key}`

/** The sizes of a product photo besides the first two, made by a job. */
export const laterSizes = ['large', 'thumb'] as const satisfies readonly PhotoSize[]

/** Of any upload, photo or document. */
export type UploadRefusal = 'file_infected' | 'scanner_away'

const photoRefusalCodes = [
  'file_infected',
  'scanner_away',
  'photo_too_large',
  'photo_not_a_picture',
  'photo_heic',
  'photo_animated',
  'photo_broken',
  'photo_too_many_pixels',
  'photo_too_many',
] as const
export type PhotoRefusal = (typeof photoRefusalCodes)[number]

/** One Japanese sentence for every refusal: the cause, then what can be done. */
export const photoRefusalText: Record<PhotoRefusal, string> = {
  file_infected:
    'ウイルスが検出されたため、受け付けられません。お使いの端末をウイルス対策ソフトで確認し、別のファイルを選択してください。',
  scanner_away: 'ファイルの安全確認ができないため、受け付けられません。数分後に、もう一度お試しください。',
  photo_too_large: '写真が大きすぎます（1枚10MBまで）。サイズを小さくして、選択し直してください。',
  photo_not_a_picture: '写真として読み込めないファイルです。JPEG・PNG・WebPの写真を選択してください。',
  photo_heic:
    'この形式（HEIC）の写真は読み込めません。iPhoneでは「設定」→「カメラ」→「フォーマット」で「互換性優先」にして撮影し直すか、その写真を表示してスクリーンショットを撮影し、それを選択してください。',
  photo_animated: 'アニメーション画像は使用できません。静止画（JPEG・PNG・WebP）を選択してください。',
  photo_broken: '写真のファイルが破損しています。撮影し直すか、別の写真を選択してください。',
  photo_too_many_pixels: '写真の画素数が多すぎます。スクリーンショットを選択するか、サイズを小さくしてください。',
  photo_too_many: '写真の上限枚数に達しました。別の写真にする場合は、先に1枚削除してください。',
}

/** How storing a photo may refuse (audit-log/use-case.server.ts). */
export const photoRefusals = {
  codes: photoRefusalCodes,
  text: (refusal: PhotoRefusal): string => photoRefusalText[refusal],
}
