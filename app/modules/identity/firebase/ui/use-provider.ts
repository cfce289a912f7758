import { useCallback, useEffect, useState } from 'react'
import type { PublicFirebase } from '#kernel/firebase.ts'
import type { OAuthId } from '#kernel/oauth-provider.ts'
import { type Failure, failureOf } from '../failure-text.ts'

type Door = ReturnType<typeof import('#modules/identity/firebase.client.ts')['providerEntry']>
type Opened = { to: string } | null

/** Remembers across the redirect that the user has left for another site. */
const underWay = 'une-to-sara-redirect'

/**
 * The provider's login methods, for a form of this page. The SDK is loaded when first needed; after signing in the user
 * goes to the page that the server names.
 */
export function useProvider(config: PublicFirebase, returnTo: string | null) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  const load = useCallback(async (): Promise<Door> => {
    const { providerEntry } = await import('#modules/identity/firebase.client.ts')
    return providerEntry(config, returnTo)
  }, [config, returnTo])

  /** `waits`: the form is blocked meanwhile. */
  const attempt = useCallback(
    async (work: (door: Door) => Promise<Opened | undefined>, waits = true): Promise<void> => {
      setFailure(null)
      setBusy(waits)
      try {
        const opened = await work(await load())
        if (opened) return location.assign(opened.to)
      } catch (error) {
        const { code, sentence } = factsOf(error)
        setFailure(failureOf(code, sentence))
      }
      setBusy(false)
    },
    [load],
  )

  useEffect(() => {
    if (!cameFromAuth()) location.reload()
  }, [])

  useEffect(() => {
    if (sessionStorage.getItem(underWay) === null) return
    sessionStorage.removeItem(underWay)
    void attempt(async (door) => door.afterRedirect())
  }, [attempt])

  return {
    failure,
    busy,
    attempt,
    /** Loads early, so that the window can open directly on the press. */
    prepare: () => void load().catch(() => {}),
    social: (name: OAuthId) => attempt((door) => door.popup(name), false),
    redirect: (name: OAuthId) =>
      attempt(async (door) => {
        sessionStorage.setItem(underWay, name)
        await door.redirect(name)
        return undefined
      }),
  }
}

/** The CSP of a document allows the provider only if the document itself was loaded below /auth. */
function cameFromAuth(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return !loaded || !URL.canParse(loaded.name) || /^\/auth(\/|$)/i.test(new URL(loaded.name).pathname)
}

/** The error's class is in a chunk loaded later, so it is recognised by its fields. */
function factsOf(error: unknown): { code: string; sentence: string | null } {
  if (!(error instanceof Error) || !('code' in error)) return { code: 'auth/network-request-failed', sentence: null }
  const sentence = 'sentence' in error && typeof error.sentence === 'string' ? error.sentence : null
  return { code: String(error.code), sentence }
}
