import type { CSSProperties } from 'react'
import { pictureAddress, pictureGround } from '#kernel/picture-name.ts'

type PictureProps = {
  /** A drawing under /pictures, without size, or a photo under /media (kernel/picture-name.ts). */
  name: string
  alt: string
  sizes: string
  className?: string
  eager?: boolean
  /** The largest picture in view: asked for before all others. */
  first?: boolean
}

/** A product picture, always 4:3, in three widths. */
export function ProductPicture({ name, alt, sizes, className, eager = false, first = false }: PictureProps) {
  return (
    <img
      className={`photo block aspect-4/3 w-full object-cover ${className ?? ''}`}
      src={pictureAddress(name, 480)}
      srcSet={`${pictureAddress(name, 160)} 160w, ${pictureAddress(name, 480)} 480w, ${pictureAddress(name, 960)} 960w`}
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

/** A farm's field, 5:2. */
export function FarmPicture({ name, alt, sizes, className, eager = false, first = false }: PictureProps) {
  return (
    <img
      className={`photo block aspect-5/2 w-full object-cover ${className ?? ''}`}
      src={pictureAddress(name, 640)}
      srcSet={`${pictureAddress(name, 640)} 640w, ${pictureAddress(name, 1600)} 1600w`}
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

/** The colours of a photo stand where it will be. */
function groundOf(name: string): CSSProperties | undefined {
  const ground = pictureGround(name)
  return ground === null ? undefined : { background: ground }
}
