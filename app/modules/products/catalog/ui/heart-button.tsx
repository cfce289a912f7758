import { Heart } from 'lucide-react'
import { useCurrentPath } from '#ui/current-path.ts'
import { useFetcher } from '#ui/fetcher.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { stopOffline } from '#ui/stop-offline.ts'
import { type KeepAnswer, useUndo } from './use-undo.ts'

type Props = {
  of: 'product' | 'farm'
  id: string
  name: string
  /** Null if the user cannot have favourites: there is no heart then. */
  kept: boolean | null
  className?: string
}

/** Adds a favourite or removes it, which can be undone; without script through the page. */
export function HeartButton({ of, id, name, kept, className }: Props) {
  const fetcher = useFetcher<KeepAnswer>({ key: `heart-${id}` })
  const here = useCurrentPath()
  const sent = fetcher.formData?.get('kept')
  const on = sent ? sent === '1' : kept === true
  const pressed = useUndo(fetcher, `${name}をお気に入りから削除しました。`, { intent: 'keep', [of]: id, kept: '1' })
  if (kept === null) return null
  return (
    <fetcher.Form
      method="post"
      action="/restaurant/favourites"
      className={className}
      onSubmit={(event) => stopOffline(event) || pressed(on)}
    >
      <input type="hidden" name="intent" value="keep" />
      <input type="hidden" name={of} value={id} />
      <input type="hidden" name="returnTo" value={here} />
      <IconButton
        type="submit"
        name="kept"
        value={on ? '0' : '1'}
        className="border border-line bg-surface text-akane"
        aria-pressed={on}
        label={`お気に入り：${name}`}
      >
        <Heart aria-hidden="true" fill={on ? 'currentColor' : 'none'} />
      </IconButton>
    </fetcher.Form>
  )
}
