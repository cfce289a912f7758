import { Link } from '#ui/link.tsx'
import type { ListSummary } from '../shopping-lists.server.ts'

type Props = { lists: readonly ListSummary[]; openId: string; address: (id: string) => string }

/** One press for each list of the kitchen; the open one is marked. */
export const ListChips = ({ lists, openId, address }: Props) =>
  lists.map(({ id, name, lineCount }) => (
    <Link
      key={id}
      to={address(id)}
      className="chip"
      aria-current={id === openId ? 'page' : undefined}
      preventScrollReset
    >
      {name}
      <span className="num">
        {lineCount}
        <span className="visually-hidden">点</span>
      </span>
    </Link>
  ))
