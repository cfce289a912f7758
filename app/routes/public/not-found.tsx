import { data } from 'react-router'

/** What no route matches: the 404 page, with status 404. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function NotFoundPage() {
  return null
}
