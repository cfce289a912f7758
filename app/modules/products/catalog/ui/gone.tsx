import { Bell, BellRing } from 'lucide-react'
import { useCurrentPath } from '#ui/current-path.ts'
import { useFetcher } from '#ui/fetcher.tsx'
import { stopOffline } from '#ui/stop-offline.ts'

type Props = {
  product: { id: string; name: string }
  /** Why it cannot be added to the cart. */
  why: string
}

/** Replaces かごに追加 when the product is unavailable: the reason, and a button to be notified when it is back. */
export function Gone({ product: { id, name }, why }: Props) {
  const fetcher = useFetcher<{ problem?: { summary: string } }>({ key: `gone-${id}` })
  const here = useCurrentPath()
  const asked = fetcher.data !== undefined && !fetcher.data.problem
  const Icon = asked ? BellRing : Bell
  return (
    <fetcher.Form method="post" action="/restaurant/favourites" className="grid gap-1.5" onSubmit={stopOffline}>
      <p className="text-center text-sub font-bold text-ink-2">{why}</p>
      <input type="hidden" name="intent" value="watch" />
      <input type="hidden" name="kind" value="back_in_stock" />
      <input type="hidden" name="product" value={id} />
      <input type="hidden" name="on" value="1" />
      <input type="hidden" name="returnTo" value={here} />
      <button type="submit" className="btn w-full px-2" data-kind="line" aria-disabled={asked || undefined}>
        <Icon aria-hidden="true" />
        <span>
          {asked ? 'メールでお知らせします' : '入荷を通知'}
          <span className="visually-hidden">：{name}</span>
        </span>
      </button>
      <p role="status" className="text-caption text-akane empty:hidden">
        {fetcher.data?.problem?.summary}
      </p>
    </fetcher.Form>
  )
}
