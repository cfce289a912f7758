import { Maximize2, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import '#styles/kit/gallery.css'

export type GalleryPicture = {
  /** What one sees, for a reader. */
  alt: string
  /** Where the largest one is. */
  large: string
  /** The picture in the strip, and the small one below it. */
  picture: ReactNode
  thumb: ReactNode
}

/**
 * Pictures side by side: one draws them along, or presses a small one; a press on the large one shows it as large as the
 * window. Without script the small ones scroll, and the large one opens by itself.
 */
export function Gallery({ pictures, children }: { pictures: readonly GalleryPicture[]; children?: ReactNode }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState(0)
  const [close, setClose] = useState(false)
  const large = pictures[shown]
  return (
    <div className="gallery">
      <div className="relative">
        <ul
          className="gallery-strip"
          tabIndex={pictures.length > 1 ? 0 : undefined}
          aria-label="写真"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
        >
          {pictures.map(({ alt, large, picture }, index) => (
            <li key={large} id={`${id}-${index}`}>
              <a
                href={large}
                aria-label={`${alt}を大きく見る`}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey || !dialog.current) return
                  event.preventDefault()
                  setShown(index)
                  setClose(false)
                  dialog.current.showModal()
                }}
              >
                {picture}
              </a>
            </li>
          ))}
        </ul>
        <span className="gallery-mark" aria-hidden="true">
          <Maximize2 size={16} />
          {pictures.length > 1 && `${shown + 1} / ${pictures.length}`}
        </span>
        {children}
      </div>
      {pictures.length > 1 && (
        <ul className="gallery-thumbs">
          {pictures.map(({ alt, large, thumb }, index) => (
            <li key={large}>
              <a
                href={`#${id}-${index}`}
                aria-label={alt}
                aria-current={index === shown ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest', inline: 'start' })
                }}
              >
                {thumb}
              </a>
            </li>
          ))}
        </ul>
      )}
      <dialog ref={dialog} className="gallery-large" aria-label={large?.alt}>
        {large && (
          <button
            type="button"
            className="gallery-zoom"
            aria-pressed={close}
            aria-label="さらに大きく"
            onClick={() => setClose(!close)}
          >
            <img src={large.large} alt={large.alt} />
          </button>
        )}
        <button type="button" className="icon-btn" aria-label="閉じる" onClick={() => dialog.current?.close()}>
          <X aria-hidden="true" />
        </button>
      </dialog>
    </div>
  )
}
