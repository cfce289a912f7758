import { Eye } from 'lucide-react'
import { formatTime } from '#kernel/format.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { Countdown } from '#ui/countdown.tsx'

/** The viewed user, the viewing administrator, and the remaining seconds. */
export type Viewing = { name: string; adminName: string; until: Date; seconds: number }

/** On every page that staff view as a user: striped, so that it cannot be mistaken for their own. */
export default function ViewBar({ viewing: { name, adminName, until, seconds } }: { viewing: Viewing }) {
  const hydrated = useHydrated()
  const sentence = (left: string) => `あと${left}`
  return (
    <aside className="view-bar" aria-label="閲覧中">
      <p>
        <Eye aria-hidden="true" size={20} />
        <b>{name} さんの画面を閲覧中</b>
        <span>
          {adminName}・変更はできません・
          {hydrated ? (
            <Countdown
              key={until.getTime()}
              seconds={seconds}
              sentence={sentence}
              ended="時間になりました"
              onEnd={() => window.location.assign('/admin/users')}
            />
          ) : (
            `${formatTime(until)}まで`
          )}
        </span>
      </p>
      <form method="post" action="/admin/view/end">
        <button type="submit" className="btn" data-kind="line">
          閲覧を終了
        </button>
      </form>
    </aside>
  )
}
