import { Camera, ChevronLeft, Images, RotateCw, X } from 'lucide-react'
import { Suspense } from 'react'
import { Form } from 'react-router'
import { pictureAddress } from '#kernel/picture-name.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { FieldError } from '#ui/field-frame.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { lazyPart } from '#ui/later-part.ts'
import { goodsPhotoTypes, maxPhotoMegabytes, mostGoodsPhotos } from '../product-photo.ts'
import type { ShownPhoto } from '../product-photos.server.ts'
import '#styles/kit/file.css'
import '#styles/kit/goods.css'

const PhotoSender = lazyPart(() => import('./photo-sender.tsx'))

type Props = {
  /** A product, a draft, or the farm: part of the photos' address. */
  of: string
  /** Where a form without script returns to. */
  back: string
  photos: readonly ShownPhoto[]
  error?: string | undefined
  /** Photos of the farm have captions. */
  captions?: boolean
}

/** The photos in order, and fields to add more: from the camera or the album, several at a time. */
export function PhotoList({ of, back, photos, error, captions = false }: Props) {
  const hydrated = useHydrated()
  const room = mostGoodsPhotos - photos.length
  const action = `/farmer/products/photos/${of}`
  return (
    <section aria-labelledby="photos-title" className="grid grid-cols-1 gap-4">
      <h2 id="photos-title" className="text-h3 font-bold">
        写真 <span className="num text-body">{photos.length}</span>
        <span className="text-body">／{mostGoodsPhotos}枚</span>
      </h2>
      {photos.length > 0 && (
        <ol className="goods-photos">
          {photos.map((photo, index) => (
            <li key={photo.key}>
              <img
                className="photo"
                src={pictureAddress(photo.name, index === 0 ? 960 : 480)}
                alt={photo.caption || `${index + 1}枚目の写真`}
                width={photo.width}
                height={photo.height}
              />
              <Form method="post" action={action} className="photo-hands" preventScrollReset>
                <input type="hidden" name="back" value={back} />
                <input type="hidden" name="key" value={photo.key} />
                {index > 0 && (
                  <IconButton
                    type="submit"
                    name="move"
                    value="forward"
                    className="size-(--target)"
                    label={`${index + 1}枚目を1つ前へ`}
                  >
                    <ChevronLeft aria-hidden="true" />
                  </IconButton>
                )}
                <IconButton
                  type="submit"
                  name="move"
                  value="turn"
                  className="size-(--target)"
                  label={`${index + 1}枚目を右へ回転`}
                >
                  <RotateCw aria-hidden="true" />
                </IconButton>
                <IconButton
                  type="submit"
                  name="move"
                  value="remove"
                  className="size-(--target)"
                  label={`${index + 1}枚目を削除`}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </Form>
              {captions && (
                <Form method="post" action={action} className="flex items-end gap-2">
                  <input type="hidden" name="back" value={back} />
                  <input type="hidden" name="key" value={photo.key} />
                  <label className="field grow">
                    <span className="text-sub">説明</span>
                    <input
                      name="caption"
                      defaultValue={photo.caption}
                      maxLength={60}
                      className="field-control"
                      autoComplete="off"
                    />
                  </label>
                  <button type="submit" name="move" value="caption" className="btn" data-kind="line">
                    保存
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ol>
      )}
      {room > 0 ? (
        <Form
          method="post"
          action={action}
          encType="multipart/form-data"
          reloadDocument
          className="grid grid-cols-1 gap-3"
        >
          <input type="hidden" name="back" value={back} />
          <p id="photo-help" className="field-help">
            1枚目が一覧に表示されます。一度に複数枚を選択できます（あと{room}枚、1枚{maxPhotoMegabytes}
            MBまで）。撮影場所の記録は、削除して保存します
          </p>
          <div className="photo-ways" data-script={hydrated || undefined}>
            {ways.map(({ id, word, Icon, ...input }) => (
              <label
                key={id}
                className={hydrated ? 'btn' : 'field'}
                data-kind={input.capture ? 'pine' : 'line'}
                data-size="lg"
              >
                <span className="inline-flex items-center gap-2">
                  <Icon aria-hidden="true" />
                  {word}
                </span>
                <input
                  id={id}
                  type="file"
                  name="photos"
                  accept={goodsPhotoTypes.join(',')}
                  {...input}
                  className="file-input min-h-(--target)"
                  aria-describedby={error ? 'photo-help photo-error' : 'photo-help'}
                  aria-invalid={error ? true : undefined}
                />
              </label>
            ))}
          </div>
          {error && <FieldError id="photo-error">{error}</FieldError>}
          {hydrated ? (
            <Suspense fallback={<SendButton />}>
              <PhotoSender of={of} inputIds={wayIds} room={room} />
            </Suspense>
          ) : (
            <SendButton />
          )}
        </Form>
      ) : (
        <p className="text-ink-2">写真は{mostGoodsPhotos}枚までです。入れ替える場合は、先に1枚削除してください。</p>
      )}
    </section>
  )
}

/** The camera first: most photos are taken in the field, right now. */
const ways = [
  { id: 'goods-photo-camera', word: 'カメラで撮影', Icon: Camera, capture: 'environment' as const },
  { id: 'goods-photo-files', word: 'アルバムから選択', Icon: Images, capture: undefined, multiple: true },
]
const wayIds = ways.map(({ id }) => id)

const SendButton = () => (
  <p>
    <button type="submit" className="btn" data-kind="line" data-size="lg">
      写真を追加
    </button>
  </p>
)
