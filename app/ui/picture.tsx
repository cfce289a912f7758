type PictureProps = {
  /** Name under /pictures, without size. */
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
  const at = (width: number) => `/pictures/${name}-${width}.webp`
  return (
    <img
      className={`photo block aspect-4/3 w-full object-cover ${className ?? ''}`}
      src={at(480)}
      srcSet={`${at(160)} 160w, ${at(480)} 480w, ${at(960)} 960w`}
      sizes={sizes}
      width={480}
      height={360}
      alt={alt}
      loading={eager || first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
    />
  )
}

/** A farm's field, 5:2. */
export function FarmPicture({ name, alt, sizes, className, eager = false, first = false }: PictureProps) {
  const at = (width: number) => `/pictures/${name}-${width}.webp`
  return (
    <img
      className={`photo block aspect-5/2 w-full object-cover ${className ?? ''}`}
      src={at(640)}
      srcSet={`${at(640)} 640w, ${at(1600)} 1600w`}
      sizes={sizes}
      width={1600}
      height={640}
      alt={alt}
      loading={eager || first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
    />
  )
}
