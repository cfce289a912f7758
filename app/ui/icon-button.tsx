import type { ComponentPropsWithRef } from 'react'
import type { LinkProps } from 'react-router'
import { Link } from './link.tsx'

/** A control that shows nothing but an icon: its name is read aloud, and is its tooltip (control-tips.ts). */
export const iconOnly = (label: string) => ({ 'aria-label': label, 'data-icon-only': '' })

/** The same in the round shape, for elements that are neither a button nor a link: a summary, the label of a file. */
export const iconShape = (label: string, className = '') => ({ ...iconOnly(label), className: `icon-btn ${className}` })

type Named = { label: string }

export const IconButton = ({ label, className, ...rest }: ComponentPropsWithRef<'button'> & Named) => (
  <button type="button" {...rest} {...iconShape(label, className)} />
)

export const IconLink = ({ label, className, ...rest }: LinkProps & Named) => (
  <Link {...rest} {...iconShape(label, className)} />
)
