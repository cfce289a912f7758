import { ChevronLeft, ChevronRight, Maximize2, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { pressNeedsScript } from './with-script.ts'
import '#styles/kit/gallery.css'

export type GalleryPicture = {
  /** The description, for a screen reader. */
  alt: string
  /** Text below the large picture. */
  caption?: string
  /** The address of the largest size. */
  large: string
  /** The picture in the strip, and the small one below it. */
  picture: ReactNode
  thumb: ReactNode
}

/**
 * Pictures side by side: swiping or pressing a small one moves them; a press on the large one shows it as large as the
 * window. Without script the small ones scroll, and the large one is a link.
 */
export function Gallery({ pictures, children }: { pictures: readonly GalleryPicture[]; children?: ReactNode }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [close, setClose] = useState(false)
  const large = pictures[shown]
  const several = pictures.length > 1
  const show = (index: number) => {
    const to = (index + pictures.length) % pictures.length
    setShown(to)
    setClose(false)
    // the strip below follows, without scrolling the page
    strip.current?.scrollTo({ left: to * strip.current.clientWidth, behavior: 'instant' })
  }
  /** What was pressed moves to the middle as far as possible; by keyboard the middle stays. */
  const zoom = (on: boolean, at?: { clientX: number; clientY: number; detail: number }) => {
    setClose(on)
    requestAnimationFrame(() => {
      const box = dialog.current
      if (!on || !box) return
      const [x, y] = at && at.detail > 0 ? [at.clientX / box.clientWidth, at.clientY / box.clientHeight] : [0.5, 0.5]
      box.scrollTo(x * (box.scrollWidth - box.clientWidth), y * (box.scrollHeight - box.clientHeight))
    })
  }
  /** The arrows change the picture; in a picture that is larger than the window they scroll it. */
  const onKey = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '-') zoom(event.key === '+')
    else if (!close && several && event.key === 'ArrowRight') show(shown + 1)
    else if (!close && several && event.key === 'ArrowLeft') show(shown - 1)
    else return
    event.preventDefault()
  }
  return (
    <div className="gallery">
      <div className="relative">
        <ul
          ref={strip}
          className="gallery-strip"
          tabIndex={several ? 0 : undefined}
          aria-label="写真"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
        >
          {pictures.map(({ alt, large, picture }, index) => (
            <li key={large} id={`${id}-${index}`}>
              <a
                {...pressNeedsScript}
                href={large}
                aria-label={`${alt}を拡大する`}
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
          {several && `${shown + 1} / ${pictures.length}`}
        </span>
        {children}
      </div>
      {several && (
        <ul className="gallery-thumbs">
          {pictures.map(({ alt, large, thumb }, index) => (
            <li key={large}>
              <a
                {...pressNeedsScript}
                href={`#${id}-${index}`}
                aria-label={alt}
                aria-current={index === shown ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  show(index)
                }}
              >
                {thumb}
              </a>
            </li>
          ))}
        </ul>
      )}
      <dialog ref={dialog} className="gallery-large" aria-label={large?.alt} onKeyDown={onKey}>
        {large && (
          <button
            type="button"
            className="gallery-zoom"
            aria-pressed={close}
            aria-label="さらに拡大"
            onClick={(event) => zoom(!close, event)}
          >
            <img src={large.large} alt={large.alt} />
          </button>
        )}
        <div className="gallery-bar">
          <span aria-live="polite">
            {several && `${shown + 1} / ${pictures.length}`} {large?.caption}
          </span>
          {several && (
            <>
              <IconButton label="前の写真" onClick={() => show(shown - 1)}>
                <ChevronLeft aria-hidden="true" />
              </IconButton>
              <IconButton label="次の写真" onClick={() => show(shown + 1)}>
                <ChevronRight aria-hidden="true" />
              </IconButton>
            </>
          )}
        </div>
        <IconButton className="gallery-close" label="閉じる" onClick={() => dialog.current?.close()}>
          <X aria-hidden="true" />
        </IconButton>
      </dialog>
    </div>
  )
}
