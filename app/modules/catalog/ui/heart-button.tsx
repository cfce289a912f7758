import { Heart } from 'lucide-react'
import { useFetcher, useLocation } from 'react-router'
import { useHydrated } from '#ui/browser-state.ts'

type Props = { of: 'product' | 'farm'; id: string; name: string; kept: boolean; className?: string }

/** Keeps a product or a farm at hand, or lets it go; at once with script, by way of the page without. */
export function HeartButton({ of, id, name, kept, className }: Props) {
  const fetcher = useFetcher({ key: `heart-${id}` })
  const { pathname, search } = useLocation()
  const scripted = useHydrated()
  const sent = fetcher.formData?.get('kept')
  const on = sent ? sent === '1' : kept
  return (
    <fetcher.Form method="post" action="/restaurant/favourites" className={className}>
      <input type="hidden" name="intent" value="keep" />
      <input type="hidden" name={of} value={id} />
      {!scripted && <input type="hidden" name="returnTo" value={pathname + search} />}
      <button
        type="submit"
        name="kept"
        value={on ? '0' : '1'}
        className="icon-btn border border-line bg-surface text-akane"
        aria-pressed={on}
        aria-label={`お気に入り：${name}`}
      >
        <Heart aria-hidden="true" fill={on ? 'currentColor' : 'none'} />
      </button>
    </fetcher.Form>
  )
}
