import type { ReactNode } from 'react'
import { Disclosure } from './disclosure.tsx'
import '#styles/kit/fold.css'

type Props = { summary: string; open: boolean; children: ReactNode }

/** A search form that is folded where it would fill the screen, and simply there where it does not. */
export const FoldOnPhone = ({ summary, open, children }: Props) => (
  <Disclosure summary={summary} open={open || undefined} className="fold-on-phone print:hidden">
    {children}
  </Disclosure>
)
