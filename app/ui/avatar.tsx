import type { ComponentPropsWithRef } from 'react'
import { Crest } from './market.tsx'
import '#styles/kit/avatar.css'

type AvatarProps = Omit<ComponentPropsWithRef<'img'>, 'src' | 'alt' | 'children'> & {
  /** Address of the photo; without one the crest is shown. */
  photo?: string | null
  /** One kanji. */
  crest: string
  /** The name of the owner. Empty if the name is shown beside it anyway. */
  name?: string
  category?: string
  /** Pixels. */
  size?: number
  /** A sign is shown complete and square, on white; a face fills a circle. */
  look?: 'face' | 'sign'
}

export function Avatar({
  photo,
  crest,
  name = '',
  category,
  size = 40,
  look = 'face',
  className,
  ...rest
}: AvatarProps) {
  if (photo)
    return (
      <img
        loading="lazy"
        decoding="async"
        {...rest}
        src={photo}
        alt={name}
        data-look={look}
        width={size}
        height={size}
        className={className ? `avatar ${className}` : 'avatar'}
        style={{ width: size, height: size }}
      />
    )
  return (
    <span className="avatar-crest" style={{ width: size, height: size, fontSize: size / 2.6 }}>
      <Crest kanji={crest} {...(category && { category })} />
      {name && <span className="visually-hidden">{name}</span>}
    </span>
  )
}
