import { data, type RouterContextProvider } from 'react-router'
import type { OAuthProviderName } from '#kernel/oauth-provider.ts'
import { requestFacts } from '#web/request-context.ts'

/** The service of the address; one that is not configured does not exist. */
export function oauthProvider(
  context: Readonly<RouterContextProvider>,
  provider: string | undefined,
): OAuthProviderName {
  const way = context.get(requestFacts).loginMethods.social.find(({ id }) => id === provider)
  if (!way) throw data(null, { status: 404 })
  return way
}

/** The redirect URI, registered with the service literally. */
export const callbackOf = (context: Readonly<RouterContextProvider>, { id }: OAuthProviderName): string =>
  `${context.get(requestFacts).secureOrigin}/auth/social/${id}/callback`
