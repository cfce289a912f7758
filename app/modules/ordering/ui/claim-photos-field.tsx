import { maxPhotoBytes, photoRefusalText } from '#modules/photos/photo.ts'
import { PhotoField } from '#ui/fields/photo-field.tsx'
import { claimTerms } from '../claims/claim-terms.ts'

type Props = {
  name: string
  label: string
  help?: string
  need?: 'optional' | 'required' | 'none'
  error?: string | undefined
  /** How many are stored already, from a refused form. */
  kept?: number
}

const rule = {
  // listed explicitly, so that an iPhone converts its HEIC photos to JPEG
  accept: ['image/jpeg', 'image/png', 'image/webp'],
  kinds: 'JPEG・PNG・WebPの写真',
  counter: '枚',
  maxMegabytes: Math.floor(maxPhotoBytes / 1_000_000),
}

/** Photos of the delivery: the camera with one press. Its script is loaded after the page's own. */
export default function ClaimPhotosField({ name, label, help, need = 'optional', error, kept = 0 }: Props) {
  const room = claimTerms.mostPhotos - kept
  return (
    <div className="grid grid-cols-1 gap-2">
      {kept > 0 && <p className="text-sub font-bold">写真{kept}枚を受け付けました。</p>}
      {room > 0 ? (
        <PhotoField
          name={name}
          label={label}
          // one that is stored already is enough
          need={kept > 0 ? 'optional' : need}
          help={help}
          error={error}
          rule={{ ...rule, maxFiles: room }}
        />
      ) : (
        error && <p className="field-error">{photoRefusalText.photo_too_many}</p>
      )}
    </div>
  )
}
