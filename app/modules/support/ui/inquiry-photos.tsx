import { maxPhotoBytes, type PhotoKey, photoFileName } from '#modules/photos/photo.ts'
import { FieldError } from '#ui/field-frame.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { PhotoField } from '#ui/fields/photo-field.tsx'
import { mostPhotos } from '../inquiry.ts'

export type ShownPhoto = { key: PhotoKey; width: number; height: number }
type PhotosProps = {
  id: string
  /** Those stored already; they stay unless unticked. */
  photos: readonly ShownPhoto[]
  formKey: string
  error: string | undefined
}

const maxMegabytes = Math.floor(maxPhotoBytes / 1_000_000)
const rule = {
  // listed explicitly, so that an iPhone converts its HEIC photos to JPEG
  accept: ['image/jpeg', 'image/png', 'image/webp'],
  kinds: 'JPEG・PNG・WebPの写真',
  counter: '枚',
  maxMegabytes,
}

/** Stored photos, and a field for more until there are four. */
export function InquiryPhotos({ id, photos, formKey, error }: PhotosProps) {
  const room = mostPhotos - photos.length
  return (
    <div className="grid grid-cols-1 gap-4">
      {photos.length > 0 && (
        <fieldset className="field min-w-0">
          <legend>受け付けた写真</legend>
          <ul className="flex flex-wrap gap-3">
            {photos.map((photo, index) => (
              <li key={photo.key} className="w-36">
                <PhotoPicture photo={photo} formKey={formKey} alt={`写真${index + 1}`} />
                <Checkbox name={`photo.${photo.key}`} label={`写真${index + 1}を送信する`} defaultChecked />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {room > 0 ? (
        <PhotoField
          id={id}
          name="photos"
          label={photos.length > 0 ? '写真を追加' : '写真'}
          need="optional"
          help={`傷みや箱の状態がわかる写真（あと${room}枚、1枚${maxMegabytes}MBまで）。撮影場所などの情報は削除してから保存します`}
          rule={{ ...rule, maxFiles: room }}
          error={error}
        />
      ) : (
        <div id={id} tabIndex={-1} className="field">
          <p className="field-help">写真は{mostPhotos}枚までです。他の写真に変更する場合は、チェックを外してください</p>
          {error && <FieldError>{error}</FieldError>}
        </div>
      )}
    </div>
  )
}

export function PhotoPicture({ photo, formKey, alt }: { photo: ShownPhoto; formKey: string; alt: string }) {
  return (
    <img
      src={`/media/${photoFileName(photo.key, 'small')}?form=${encodeURIComponent(formKey)}`}
      alt={alt}
      width={photo.width}
      height={photo.height}
      className="photo aspect-4/3 w-36 rounded-control border border-line object-cover"
    />
  )
}
