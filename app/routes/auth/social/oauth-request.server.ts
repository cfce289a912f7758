import { data, type RouterContextProvider } from 'react-router'
import type { OAuthProviderName } from '#kernel/oauth-provider.ts'
import { requestFacts } from '#web/request-context.ts'

/** The service that the address names; one that is not set up does not exist. */
export function oauthProvider(
  context: Readonly<RouterContextProvider>,
  provider: string | undefined,
): OAuthProviderName {
  const way = context.get(requestFacts).loginMethods.social.find(({ id }) => id === provider)
  if (!way) throw data(null, { status: 404 })
  return way
}

/** Where a service sends people back to; registered there word for word. */
export const callbackOf = (context: Readonly<RouterContextProvider>, { id }: OAuthProviderName): string =>
  `${context.get(requestFacts).secureOrigin}/auth/social/${id}/callback`
