import type { OfferedWays } from '../login-methods/login-methods.ts'
import { WayMark } from './way-mark.tsx'

type Props = {
  ways: OfferedWays
  /** The verb of the buttons: サインイン, 登録する. */
  verb: string
  returnTo: string | null
}

/** The login methods besides the form. A service opens in the same window, and returns to it. */
export function OtherWays({ ways: { phone, social }, verb, returnTo }: Props) {
  const back = returnTo ? `?${new URLSearchParams({ returnTo })}` : ''
  if (!phone && social.length === 0) return null
  return (
    <ul className="grid grid-cols-1 gap-3">
      {social.map(({ id, name }) => (
        <li key={id} className="grid">
          <a href={`/auth/social/${id}${back}`} className="btn" data-kind="line" data-size="lg">
            <span className="btn-icon">
              <WayMark way={id} />
            </span>
            {name}で{verb}
          </a>
        </li>
      ))}
      {phone && (
        <li className="grid">
          <a href={`/auth/signIn/phone${back}`} className="btn" data-kind="line" data-size="lg">
            <span className="btn-icon">
              <WayMark way="phone" />
            </span>
            電話番号で{verb}
          </a>
        </li>
      )}
    </ul>
  )
}
