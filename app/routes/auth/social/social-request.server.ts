import { data, type RouterContextProvider } from 'react-router'
import type { SocialWay } from '#kernel/social-way.ts'
import { requestFacts } from '../../request-context.ts'

/** The service that the address names; one that is not set up does not exist. */
export function socialWay(context: Readonly<RouterContextProvider>, provider: string | undefined): SocialWay {
  const way = context.get(requestFacts).waysIn.social.find(({ id }) => id === provider)
  if (!way) throw data(null, { status: 404 })
  return way
}

/** Where a service sends people back to; registered there word for word. */
export const callbackOf = (context: Readonly<RouterContextProvider>, { id }: SocialWay): string =>
  `${context.get(requestFacts).secureOrigin}/auth/social/${id}/callback`
