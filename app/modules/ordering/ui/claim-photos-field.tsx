import { maxPhotoBytes, photoRefusalText } from '#modules/photos/photo.ts'
import { PhotoField } from '#ui/fields/photo-field.tsx'
import { claimTerms } from '../claims/claim-terms.ts'

type Props = {
  name: string
  label: string
  help?: string
  need?: 'optional' | 'required'
  error?: string | undefined
  /** How many we have already, from a form that was refused. */
  kept?: number
}

const rule = {
  // named one by one, so that an iPhone hands over its HEIC photos as JPEG
  accept: ['image/jpeg', 'image/png', 'image/webp'],
  kinds: 'JPEG・PNG・WebPの写真',
  counter: '枚',
  maxMegabytes: Math.floor(maxPhotoBytes / 1_000_000),
}

/** Photos of what came: the camera in one press. Its script comes after the page's own. */
export default function ClaimPhotosField({ name, label, help, need = 'optional', error, kept = 0 }: Props) {
  const room = claimTerms.mostPhotos - kept
  return (
    <div className="grid grid-cols-1 gap-2">
      {kept > 0 && <p className="text-sub font-bold">写真{kept}枚をおあずかりしています。</p>}
      {room > 0 ? (
        <PhotoField
          name={name}
          label={label}
          need={need}
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
