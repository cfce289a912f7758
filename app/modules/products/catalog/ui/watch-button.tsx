import { Bell, BellRing } from 'lucide-react'
import { useLocation } from 'react-router'
import type { WatchKind } from '#kernel/enums.ts'
import { useFetcher } from '#ui/fetcher.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { stopOffline } from '#ui/stop-offline.ts'
import { watchOften, watchWord } from '../watch-labels.ts'

type Props = {
  kind: WatchKind
  /** The id of the product or farm, or the search words. */
  of: string
  on: boolean
}

/** Subscribes to news, or unsubscribes. */
export function WatchButton({ kind, of, on: known }: Props) {
  const fetcher = useFetcher<{ problem?: { summary: string } }>({ key: `watch-${kind}-${of}` })
  const { pathname, search } = useLocation()
  const sent = fetcher.formData?.get('on')
  const on = sent ? sent === '1' : known
  const Icon = on ? BellRing : Bell
  const field = kind === 'words' ? 'words' : kind === 'new_of_farm' ? 'farm' : 'product'
  return (
    <fetcher.Form
      method="post"
      action="/restaurant/favourites"
      className="grid justify-items-start gap-1"
      onSubmit={stopOffline}
    >
      <input type="hidden" name="intent" value="watch" />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name={field} value={of} />
      <input type="hidden" name="returnTo" value={pathname + search} />
      <button type="submit" name="on" value={on ? '0' : '1'} className="btn" data-kind="line" aria-pressed={on}>
        <Icon aria-hidden="true" />
        {watchWord[kind]}
      </button>
      <p className="text-caption text-ink-2" role="status">
        {on ? `登録しました。${watchOften[kind]}。` : `${watchOften[kind]}。`}
      </p>
      {fetcher.state === 'idle' && fetcher.data?.problem && <FieldError>{fetcher.data.problem.summary}</FieldError>}
    </fetcher.Form>
  )
}
