import { useLocation } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import type { Visitor } from './shell.ts'

/** The sign-in link for visitors; for a farm or for staff, the link back to their own pages. */
export function VisitorEntry({ known }: { known: Visitor }) {
  const { pathname, search } = useLocation()
  if (known.home)
    return (
      <ButtonLink to={known.home.to} kind="line">
        {known.home.word}
      </ButtonLink>
    )
  if (known.signedIn) return null
  return (
    <ButtonLink to={`/auth/signIn?returnTo=${encodeURIComponent(pathname + search)}`} kind="line">
      サインイン
    </ButtonLink>
  )
}
