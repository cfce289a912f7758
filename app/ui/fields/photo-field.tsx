import { Camera, ChevronLeft, ImageOff, X } from 'lucide-react'
import { useId } from 'react'
import { fileSizeText } from '#kernel/file-rule.ts'
import { IconButton } from '../icon-button.tsx'
import { FileDrop, type FileFieldProps } from './file-drop.tsx'
import { shrinkPhoto } from './shrink-photo.ts'
import type { HeldFile } from './use-files.ts'
import '#styles/kit/file.css'

/** Photos in their order, the first one first; scaled down on the device before they are sent. */
export const PhotoField = (props: FileFieldProps) => (
  <FileDrop
    {...props}
    prepare={shrinkPhoto}
    invitation={<PhotoInvitation />}
    extra={(add) => <CameraButton onTaken={add} />}
    list={(photos, edit) => (
      <ul className="photo-list" aria-label="選択した写真">
        {photos.map((photo, at) => (
          <Photo
            key={photo.key}
            photo={photo}
            place={at + 1}
            onRemove={() => edit.remove(photo.key)}
            onForward={() => edit.forward(photo.key)}
          />
        ))}
      </ul>
    )}
  />
)

/** Where a finger chooses, nothing is dropped (styles/kit/file.css). */
const PhotoInvitation = () => (
  <>
    <span className="file-drop-here">ここに写真をドロップするか、貼り付けるか、</span>選択してください
  </>
)

/** The camera of the phone, with one press; without one the button is not shown (styles/kit/field.css). */
function CameraButton({ onTaken }: { onTaken: (files: readonly File[]) => Promise<void> }) {
  const id = useId()
  return (
    <label className="btn camera-button" data-kind="line" htmlFor={id}>
      <Camera aria-hidden="true" />
      写真を撮る
      <input
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        className="visually-hidden"
        onChange={(event) => {
          void onTaken([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}

type PhotoProps = { photo: HeldFile; place: number; onRemove: () => void; onForward: () => void }

function Photo({ photo: { file, preview }, place, onRemove, onForward }: PhotoProps) {
  return (
    <li>
      {preview ? <img src={preview} alt={`${place}枚目：${file.name}`} /> : <NoPreview name={file.name} />}
      <span className="photo-words">
        <b>{place}</b>
        <small>{fileSizeText(file.size)}</small>
      </span>
      <span className="photo-edit">
        {place > 1 && (
          <IconButton label={`${place}枚目を1つ前へ`} onClick={onForward}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label={`${place}枚目を削除`} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  )
}

const NoPreview = ({ name }: { name: string }) => (
  <span className="photo-blank">
    <ImageOff aria-hidden="true" />
    {name}
  </span>
)
