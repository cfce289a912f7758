import { initializeApp } from '@firebase/app'
import {
  type Auth,
  beforeAuthStateChanged,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  getRedirectResult,
  initializeAuth,
  inMemoryPersistence,
  OAuthProvider,
  RecaptchaVerifier,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithPhoneNumber,
  signInWithPopup,
  signInWithRedirect,
} from '@firebase/auth'
import type { PublicFirebase } from '#kernel/firebase.ts'
import type { OAuthId } from '#kernel/oauth-provider.ts'

/** Where to go now that the server has opened a session. */
export type Opened = { to: string }

/** A failed sign-in: the SDK's code (`auth/…`), or the server's word and sentence. */
export class SignInFailed extends Error {
  override name = 'SignInFailed'
  readonly code: string
  /** The server's sentence for the user; null if the text comes from the catalogue by the code. */
  readonly sentence: string | null

  constructor(code: string, sentence: string | null = null) {
    super(code)
    this.code = code
    this.sentence = sentence
  }
}

/**
 * The provider's login methods. Each resolves once the server has opened a session; nothing is stored in the browser.
 */
export type ProviderEntry = ReturnType<typeof makeDoor>

let only: ProviderEntry | null = null
/** Where the user wants to go next, as stated in the address of the page. */
let wanted: string | null = null

/**
 * The only instance in this document: the SDK is initialised once, under one name, by which it finds its state again
 * after a redirect.
 */
export function providerEntry(config: PublicFirebase, returnTo: string | null): ProviderEntry {
  wanted = returnTo
  only ??= makeDoor(config)
  return only
}

const providerIds: Record<OAuthId, string> = {
  google: 'google.com',
  line: 'oidc.line',
  apple: 'apple.com',
  oidc: 'oidc.issuer',
}

function makeDoor(config: PublicFirebase) {
  const auth = startSdk(config)
  const sync = syncWith(auth, config.syncUrl)
  return {
    password: (email: string, password: string) => sync(() => signInWithEmailAndPassword(auth, email, password)),
    popup: (name: OAuthId) =>
      sync(() => orBadEvent(signInWithPopup(auth, oauthProviderOf(name), browserPopupRedirectResolver))),
    /** Leaves the page; `afterRedirect` has the outcome on return. */
    redirect: (name: OAuthId) => signInWithRedirect(auth, oauthProviderOf(name), browserPopupRedirectResolver),
    /** null if the user is not returning from a redirect. */
    afterRedirect: () => sync(() => getRedirectResult(auth, browserPopupRedirectResolver)),
    /**
     * Sends the code to a number (E.164); the returned function takes the code. `holder`: where the check against
     * robots may be shown.
     */
    async phone(number: string, holder: HTMLElement) {
      const verifier = new RecaptchaVerifier(auth, holder, { size: 'invisible' })
      const sent = await told(signInWithPhoneNumber(auth, number, verifier)).finally(() => verifier.clear())
      return (code: string) => sync(() => sent.confirm(code))
    },
    customToken: (token: string) => sync(() => signInWithCustomToken(auth, token)),
  }
}

function startSdk({ apiKey, authDomain, projectId, appId, messagingSenderId, standIn }: PublicFirebase): Auth {
  const app = initializeApp({ apiKey, authDomain, projectId, appId, messagingSenderId })
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  auth.languageCode = 'ja'
  if (standIn && location.hostname === new URL(standIn).hostname)
    connectAuthEmulator(auth, standIn, { disableWarnings: true })
  return auth
}

/**
 * Sends each sign-in to the server before the SDK treats it as successful. The SDK's own mechanism is not enough: it
 * treats a refusal as success, and ends sessions on every page where no user has signed in.
 */
function syncWith(auth: Auth, syncUrl: string) {
  let opened: Opened | null = null
  let refusal: SignInFailed | null = null
  beforeAuthStateChanged(auth, async (user) => {
    if (!user) return
    const headers = { authorization: `Bearer ${await user.getIdToken()}` }
    const address = wanted ? `${syncUrl}?returnTo=${encodeURIComponent(wanted)}` : syncUrl
    const response = await fetch(address, { method: 'POST', headers }).catch(() => null)
    const said = await response?.json().catch(() => null)
    if (response?.ok) {
      opened = { to: String(said.to) }
      return
    }
    refusal = said?.code ? new SignInFailed(String(said.code), String(said.message)) : unreachable()
    throw refusal
  })
  return async (signIn: () => Promise<unknown>): Promise<Opened | null> => {
    opened = null
    refusal = null
    try {
      return (await told(signIn())) === null ? null : opened
    } catch (error) {
      throw refusal ?? error
    }
  }
}

const unreachable = () => new SignInFailed('auth/network-request-failed')

const oauthProviderOf = (name: OAuthId): OAuthProvider => {
  const provider = new OAuthProvider(providerIds[name])
  for (const scope of ['email', 'profile']) if (name !== 'apple') provider.addScope(scope)
  return provider
}

/** Converts the SDK's error to one of ours. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'auth/internal-error'
    throw new SignInFailed(code)
  }
}

/** An invalid event from the window rejects no promise of the SDK's caller, who would wait forever. */
async function orBadEvent<T>(work: Promise<T>): Promise<T> {
  const bad = Promise.withResolvers<never>()
  const hear = ({ reason }: PromiseRejectionEvent) => {
    if (reason?.code === 'auth/invalid-auth-event') bad.reject(reason)
  }
  addEventListener('unhandledrejection', hear)
  try {
    return await Promise.race([work, bad.promise])
  } finally {
    removeEventListener('unhandledrejection', hear)
  }
}
