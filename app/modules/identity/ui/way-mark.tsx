import { KeySquare, Smartphone } from 'lucide-react'
import type { OAuthId } from '#kernel/oauth-provider.ts'

/** A letter on a background of our own for each service: to help users find it, not its trademark. */
const grounds: Record<Exclude<OAuthId, 'oidc'>, { letter: string; className: string }> = {
  google: { letter: 'G', className: 'bg-surface text-ink border-line-strong' },
  line: { letter: 'L', className: 'bg-pine text-on-pine border-pine' },
  apple: { letter: 'A', className: 'bg-ink text-bg border-ink' },
}

export function WayMark({ way }: { way: OAuthId | 'phone' }) {
  if (way === 'phone') return <Smartphone aria-hidden="true" />
  if (way === 'oidc') return <KeySquare aria-hidden="true" />
  const { letter, className } = grounds[way]
  return (
    <span
      aria-hidden="true"
      className={`num grid size-6 place-items-center rounded-full border text-sub leading-none font-bold ${className}`}
    >
      {letter}
    </span>
  )
}
