import type { CSSProperties } from 'react'
import { photoKeyIn, pictureAddress, pictureGround } from '#kernel/picture-name.ts'

type Width = Parameters<typeof pictureAddress>[1]

type PictureProps = {
  /** A drawing under /pictures, without size, or a photo under /media (kernel/picture-name.ts). */
  name: string
  alt: string
  sizes: string
  className?: string
  eager?: boolean
  /** The largest picture in view: loaded before all others. */
  first?: boolean
}

/** A product picture, always 4:3. Drawings end at 960 pixels, photos at 1,600. */
export function ProductPicture({ name, alt, sizes, className, eager = false, first = false }: PictureProps) {
  return (
    <img
      className={`photo block aspect-4/3 w-full object-cover ${className ?? ''}`}
      src={pictureAddress(name, 480)}
      srcSet={widthsOf(name, photoKeyIn(name) ? [160, 480, 960, 1600] : [160, 480, 960])}
      sizes={sizes}
      width={480}
      height={360}
      alt={alt}
      style={groundOf(name)}
      loading={eager || first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
    />
  )
}

/** A farm's field, 5:2. Photos have smaller sizes than drawings. */
export function FarmPicture({ name, alt, sizes, className, eager = false, first = false }: PictureProps) {
  return (
    <img
      className={`photo block aspect-5/2 w-full object-cover ${className ?? ''}`}
      src={pictureAddress(name, 640)}
      srcSet={widthsOf(name, photoKeyIn(name) ? [480, 960, 1600] : [640, 1600])}
      sizes={sizes}
      width={1600}
      height={640}
      alt={alt}
      style={groundOf(name)}
      loading={eager || first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
    />
  )
}

const widthsOf = (name: string, widths: readonly Width[]) =>
  widths.map((width) => `${pictureAddress(name, width)} ${width}w`).join(', ')

/** The colours of a photo are shown until it has loaded. */
function groundOf(name: string): CSSProperties | undefined {
  const ground = pictureGround(name)
  return ground === null ? undefined : { background: ground }
}
