import type { ComponentPropsWithRef, CSSProperties } from 'react'

/** The signature elements: each has one meaning only (carton, price tag, seal, crest, stamp, furrows, slip). */

/** 二本線: the kind of food. */
export function CartonLines({ category }: { category?: string }) {
  return <div className="carton-lines" data-category={category} aria-hidden="true" />
}

/** 箱: a farm, or the products of one farm. */
export function CartonPanel({
  category,
  className,
  children,
  ...rest
}: ComponentPropsWithRef<'section'> & { category?: string }) {
  return (
    <section {...rest} className={`carton ${className ?? ''}`} data-category={category}>
      <CartonLines category={category} />
      {children}
    </section>
  )
}

/** 産地シール. Drawn lettering: the card has the same words as text. */
export function OriginSeal({
  prefecture,
  place,
  category,
  size = 'md',
  className,
}: {
  prefecture: string
  place: string
  category: string
  size?: 'md' | 'lg'
  className?: string
}) {
  return (
    <span className={`seal ${className ?? ''}`} data-category={category} data-size={size} aria-hidden="true">
      <span>
        {prefecture}
        <b>{place}</b>
      </span>
    </span>
  )
}

/** 屋号: one kanji in a double ring. */
export function Crest({ kanji, category, className }: { kanji: string; category?: string; className?: string }) {
  return (
    <span className={`crest ${className ?? ''}`} data-category={category} aria-hidden="true">
      {kanji}
    </span>
  )
}

/** 11.24, as it stands in a stamp. */
export const stampDay = (day: string): string => `${Number(day.slice(5, 7))}.${Number(day.slice(8, 10))}`

/** 検印: done, and when. */
export function Stamp({ word, date, lands = false }: { word: string; date: string; lands?: boolean }) {
  return (
    <span className="stamp" aria-hidden="true" data-lands={lands || undefined}>
      <span>
        {word}
        <small>{date}</small>
      </span>
    </span>
  )
}

const rays = Array.from({ length: 13 }, (_, index) => index - 6)

/** 畝: lines that meet at a horizon; background of banners and of empty states. */
export function Furrows({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <svg
      className={className}
      style={style}
      viewBox="0 0 400 120"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      {rays.map((ray) => (
        <path
          key={ray}
          d={`M${200 + ray * 6} 0 L${200 + ray * 90 - 16} 120 h32 L${200 + ray * 6 + 2} 0z`}
          fill="currentColor"
        />
      ))}
    </svg>
  )
}

/** 伝票: a document that can be printed. */
export function Slip({ className, ...rest }: ComponentPropsWithRef<'section'>) {
  return <section {...rest} className={`slip ${className ?? ''}`} />
}

export const Perforation = () => <hr className="perforation" />
