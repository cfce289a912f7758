import type { ComponentPropsWithRef } from 'react'
import { Head } from './head.tsx'

/** A plate with furrows that meet at a rising sun. public/favicon.svg is the same drawing. */
export function Logo(props: ComponentPropsWithRef<'svg'>) {
  return (
    <svg viewBox="0 0 64 64" width="36" height="36" aria-hidden="true" {...props}>
      <circle cx="32" cy="32" r="32" fill="var(--pine, #17583a)" />
      <circle cx="32" cy="32" r="25.6" fill="none" stroke="var(--on-pine, #fff)" strokeOpacity=".7" strokeWidth="1.6" />
      <path d="M20.3 32a11.7 11.7 0 0 1 23.4 0z" fill="var(--tag, #ffcf33)" />
      <g fill="none" stroke="var(--on-pine, #fff)" strokeLinecap="round">
        <path d="M10.5 32.2h43" strokeWidth="2.6" strokeLinecap="butt" />
        <path d="M19.6 34.2 10 44M44.4 34.2 54 44M25.4 34 16 53.4M38.6 34 48 53.4M32 34v23.6" strokeWidth="3.6" />
      </g>
    </svg>
  )
}

export function LogoWithName({ className, ...rest }: ComponentPropsWithRef<'span'>) {
  return (
    <span {...rest} className={`inline-flex items-center gap-2 ${className ?? ''}`}>
      <Logo />
      <Head as="span" className="text-[1.625rem] leading-none whitespace-nowrap">
        畝と皿
      </Head>
    </span>
  )
}
