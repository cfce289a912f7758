import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Firebase, firebaseIssuer, type IdTokenVerifier } from '#kernel/firebase.ts'
import { type OAuthId, oauthNames } from '#kernel/oauth-provider.ts'
import { providerAccounts } from './accounts.server.ts'
import { GoogleJwksVerifier } from './jwks-verifier.server.ts'
import { type ServiceAccount, ServiceAccountFile, serviceAccountOf } from './service-account.server.ts'

const word = z.string().trim().min(1).max(500).optional()
const set = <Name extends 'TEST' | 'PROD'>(name: Name) =>
  ({
    [`IDENTITY_${name}_API_KEY`]: word,
    /** The host of the social sign-in window: our own, from which /__/auth/ is passed on. */
    [`IDENTITY_${name}_AUTH_DOMAIN`]: z
      .string()
      .regex(/^[a-z0-9.-]+(:\d+)?$/, 'a host name without https://')
      .optional(),
    [`IDENTITY_${name}_PROJECT_ID`]: z
      .string()
      .regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, 'the id of a project')
      .optional(),
    [`IDENTITY_${name}_APP_ID`]: word,
    [`IDENTITY_${name}_MESSAGING_SENDER_ID`]: word,
    [`IDENTITY_${name}_SERVICE_ACCOUNT_FILE`]: word,
  }) as Record<`IDENTITY_${Name}_${Part}`, typeof word>

const parts = ['API_KEY', 'AUTH_DOMAIN', 'PROJECT_ID', 'APP_ID', 'MESSAGING_SENDER_ID', 'SERVICE_ACCOUNT_FILE'] as const
type Part = (typeof parts)[number]

/** The identity provider; a part of the settings. APP_ENV chooses one of the two sets. */
export const firebaseSettings = {
  IDENTITY_PROVIDER: z.enum(['embedded', 'firebase']).default('embedded'),
  ...set('TEST'),
  ...set('PROD'),
  /** A path of this site. */
  IDENTITY_TOKEN_SYNC_URL: z
    .string()
    .regex(/^\/api\/[\w/-]{1,100}$/, 'a path below /api/')
    .default('/api/auth/session'),
  IDENTITY_TOKEN_MAX_AGE: z.coerce.number().int().min(1).max(300).default(300),
  /** The SDK supports no other. */
  IDENTITY_POPUP: z.enum(['500x600']).default('500x600'),
}

const Group = z.object(firebaseSettings)
/** The offered services are configured once for both providers. */
export type FirebaseSettings = z.infer<typeof Group> & {
  IDENTITY_SOCIAL: OAuthId[]
  IDENTITY_OIDC_NAME?: string | undefined
}
type Whole = FirebaseSettings & { APP_ENV: 'development' | 'test' | 'production' }
type Complaint = { name: string; message: string }

const chosenName = <P extends Part>({ APP_ENV }: Pick<Whole, 'APP_ENV'>, part: P) =>
  `IDENTITY_${APP_ENV === 'production' ? 'PROD' : 'TEST'}_${part}` as const

/** The chosen set, if it is complete. */
function chosenSet(settings: Whole): Record<Part, string> | null {
  const values = parts.map((part) => [part, settings[chosenName(settings, part)]] as const)
  return values.every(([, value]) => value !== undefined) ? (Object.fromEntries(values) as Record<Part, string>) : null
}

/** Problems with the combination of these settings; never a value, some are secret. */
export function firebaseComplaints(settings: Whole): Complaint[] {
  const complaints: Complaint[] = []
  const production = settings.APP_ENV === 'production'
  if (production)
    for (const part of parts) {
      const [ours, trial] = [settings[`IDENTITY_PROD_${part}`], settings[`IDENTITY_TEST_${part}`]]
      if (ours !== undefined && ours === trial)
        complaints.push({ name: `IDENTITY_PROD_${part}`, message: 'production shares nothing with the test project' })
    }
  if (settings.IDENTITY_PROVIDER === 'embedded') return complaints
  for (const part of parts) {
    const name = chosenName(settings, part)
    if (settings[name] === undefined) complaints.push({ name, message: 'needed by IDENTITY_PROVIDER=firebase' })
  }
  const project = chosenName(settings, 'PROJECT_ID')
  if (production && settings[project]?.startsWith('demo-'))
    complaints.push({ name: project, message: 'no demo project in production' })
  return complaints
}

/**
 * Variables that must not be set in production: anything that stands in for the provider. And unknown names of this
 * group, which would be typing errors.
 */
export function strangeNames(environment: Record<string, string | undefined>, known: readonly string[]): Complaint[] {
  const isProduction = environment.APP_ENV === 'production' || environment.NODE_ENV === 'production'
  return Object.keys(environment).flatMap((name) => {
    if (standIns.includes(name))
      return isProduction ? [{ name, message: 'nothing may stand in for the provider in production' }] : []
    if (!name.startsWith('IDENTITY_') || known.includes(name)) return []
    return [{ name, message: 'there is no such setting' }]
  })
}

const standIns = ['FIREBASE_AUTH_EMULATOR_HOST', 'IDENTITY_EMULATOR_URL']

/** An unusable file, by the name of its setting; never its contents. */
export class WrongServiceAccount extends Error {
  override name = 'WrongServiceAccount'
}

/** The provider of the settings, or null for the embedded one. */
export function firebaseOf(settings: Whole): Firebase | null {
  const set = settings.IDENTITY_PROVIDER === 'firebase' ? chosenSet(settings) : null
  if (!set) return null
  const projectId = set.PROJECT_ID
  const name = chosenName(settings, 'SERVICE_ACCOUNT_FILE')
  const serviceAccount = serviceAccountOf(readServiceAccount(name, set.SERVICE_ACCOUNT_FILE, projectId))
  const verifier = new GoogleJwksVerifier({ projectId, maxAgeSeconds: settings.IDENTITY_TOKEN_MAX_AGE })
  return firebaseWith(settings, set, { verifier, serviceAccount })
}

type SafeFetch = { verifier: IdTokenVerifier; serviceAccount: ServiceAccount; at?: string }

/** Assembles the provider; tests override some of its parts. */
export function firebaseWith(
  settings: FirebaseSettings,
  set: Record<Part, string>,
  { verifier, serviceAccount, at }: SafeFetch,
): Firebase {
  return {
    client: {
      apiKey: set.API_KEY,
      authDomain: set.AUTH_DOMAIN,
      projectId: set.PROJECT_ID,
      appId: set.APP_ID,
      messagingSenderId: set.MESSAGING_SENDER_ID,
      syncUrl: settings.IDENTITY_TOKEN_SYNC_URL,
      social: settings.IDENTITY_SOCIAL.map((id) => ({
        id,
        name: (id === 'oidc' && settings.IDENTITY_OIDC_NAME) || oauthNames[id],
      })),
    },
    verifier,
    accounts: providerAccounts({ projectId: set.PROJECT_ID, apiKey: set.API_KEY, serviceAccount, ...(at && { at }) }),
    issuer: firebaseIssuer(set.PROJECT_ID),
  }
}

function readServiceAccount(name: string, path: string, projectId: string): ServiceAccountFile {
  const read = ServiceAccountFile.safeParse(jsonIn(name, path))
  if (!read.success) throw new WrongServiceAccount(`${name}: not the file of a service account`)
  if (read.data.project_id !== projectId) throw new WrongServiceAccount(`${name}: of another project`)
  return read.data
}

function jsonIn(name: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new WrongServiceAccount(`${name}: cannot be read`)
  }
}
