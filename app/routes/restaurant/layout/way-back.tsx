import { useLocation } from 'react-router'
import { Notice } from '#ui/notice.tsx'

type Props = { notice: string; wayBack: Readonly<Record<string, string>>; className: string }

/** The favourite or alert that was removed, and one button that restores it; for pages without script. */
export default function WayBack({ notice, wayBack, className }: Props) {
  const { pathname, search } = useLocation()
  return (
    <div className={className}>
      <Notice tone="matcha">
        <form method="post" action="/restaurant/favourites" className="flex flex-wrap items-center gap-3">
          <span>{notice}</span>
          {Object.entries(wayBack).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="returnTo" value={pathname + search} />
          <button type="submit" className="btn" data-kind="line">
            元に戻す
          </button>
        </form>
      </Notice>
    </div>
  )
}
