import { resolve } from 'node:path'
import { z } from 'zod'
import { cardComplaints, cardSettings, insecureCards } from './cards/card-settings.server.ts'
import { channelComplaints, channelSettings, insecureChannels } from './channels/channel-settings.server.ts'
import { firebaseComplaints, firebaseSettings, strangeNames } from './firebase/firebase-settings.server.ts'
import { insecureWays, loginMethodSettings } from './login-methods/login-methods-settings.server.ts'
import { missingOperator, operatorSettings } from './operator.server.ts'
import { clamdSetting } from './scanner/clamd.server.ts'
import { fewestSecretBits, secretBits } from './secret-strength.server.ts'
import { storageComplaints, storageSettings } from './storage/storage-settings.server.ts'
import { insecureTracking, trackingComplaints, trackingSettings } from './tracking/tracking-settings.server.ts'

const mailbox = /^(?:[^<>\r\n,"]* <)?[^\s<>@,;:"]+@[^\s<>@,;:"]+>?$/

/** Whether user and password can be decoded; an invalid URL is refused elsewhere. */
function hasReadableLogin(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password } = new URL(address)
  try {
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch {
    return false
  }
}

/** It is written into the policy of every page, where `;` and `*` would mean something. */
const plainHost = /^[a-z0-9.-]+$|^\[[0-9a-f:]+\]$/i

/** `/v1/`, or an address of http without a user; not `//elsewhere/`, which is another host. */
function isApiUrl(url: string): boolean {
  if (!/^[!-~]*\/$/.test(url) || url.startsWith('//')) return false
  if (url.startsWith('/')) return true
  const { protocol, hostname, username, search, hash } = URL.parse(url) ?? new URL('none:')
  return /^https?:$/.test(protocol) && plainHost.test(hostname) && username + search + hash === ''
}

/** All settings from the environment. A missing or wrong value stops the start with its name. */
const Settings = z
  .object({
    /** The default is production: a forgotten setting stops the start instead of leaving test pages open. */
    APP_ENV: z.enum(['development', 'test', 'production']).default('production'),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    APP_ORIGIN: z
      .url()
      .transform((address) => new URL(address).origin)
      .optional(),
    /** The host of the API, if it is not the one of the pages; and where on it the API is. */
    API_HOST: z
      .url({ protocol: /^https?$/, hostname: plainHost, error: 'https://…', abort: true })
      .transform((address) => new URL(address).origin)
      .optional(),
    API_URL: z.string().refine(isApiUrl, 'a path or an address that ends in /').optional(),
    /** The number of our proxies; that many addresses from the right of X-Forwarded-For are theirs. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).optional(),
    DATA_DIR: z.string().min(1).default('./.data'),
    /** The encryption key of stored secrets (second factors). Without one, it is generated and stored in DATA_DIR. */
    AUTH_SECRET: z.string().min(32, 'at least 32 characters').max(500).optional(),
    DATABASE_URL: z.string().min(1).optional(),
    DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
    WORKER: z.enum(['inline', 'only', 'off']).default('inline'),
    /** How many processes answer requests; the primary reads it (server/processes/process-count.ts), here it is only checked. */
    PROCESSES: z.union([z.literal('auto'), z.coerce.number().int().min(1).max(64)]).default('auto'),
    /** Whether search engines may show the public pages; auto: in production only. */
    SEARCH_ENGINES: z.enum(['auto', 'allow', 'deny']).default('auto'),
    /** Demo data: auto makes them on the embedded database only. */
    DEMO_DATA: z.enum(['auto', 'on', 'off']).default('auto'),
    DEMO_PASSWORD: z.string().min(10, 'at least 10 characters').max(128).optional(),
    DEMO_PRODUCTS: z.coerce.number().int().min(600).max(1_000_000).default(600),
    /** `smtp://user:password@host:587` or `smtps://…`; without one, mails stay in the database. */
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'smtp://… or smtps://…' })
      .refine(hasReadableLogin, 'a % in user or password is written %25')
      .optional(),
    /** The sender of our mails: `畝と皿 <info@example.jp>`. */
    MAIL_FROM: z.string().regex(mailbox, 'name <address> or address').optional(),
    /** Who receives inquiries; MAIL_FROM unless set. */
    MAIL_STAFF: z.string().regex(mailbox, 'name <address> or address').optional(),
    /** The address of clamd, which scans uploads. */
    CLAMD_URL: clamdSetting,
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    /** Only with APP_ENV=test: a file with the offset of the clock in milliseconds. */
    TEST_CLOCK_FILE: z.string().min(1).optional(),
    ...storageSettings,
    ...loginMethodSettings,
    ...channelSettings,
    ...cardSettings,
    ...trackingSettings,
    ...operatorSettings,
    ...firebaseSettings,
  })
  .superRefine((settings, issue) => {
    if (settings.APP_ENV !== 'test' && settings.TEST_CLOCK_FILE)
      issue.addIssue({ code: 'custom', path: ['TEST_CLOCK_FILE'], message: 'only with APP_ENV=test' })
    if (settings.SMTP_URL && !settings.MAIL_FROM)
      issue.addIssue({ code: 'custom', path: ['MAIL_FROM'], message: 'mails need a sender' })
    for (const { name, message } of [
      ...storageComplaints(settings),
      ...firebaseComplaints(settings),
      ...channelComplaints(settings),
      ...cardComplaints(settings),
      ...trackingComplaints(settings),
    ])
      issue.addIssue({ code: 'custom', path: [name], message })
    if (settings.APP_ENV !== 'production') return
    if (!settings.SMTP_URL)
      issue.addIssue({ code: 'custom', path: ['SMTP_URL'], message: 'production needs a mail server' })
    if (!settings.AUTH_SECRET)
      issue.addIssue({ code: 'custom', path: ['AUTH_SECRET'], message: 'production needs a secret of its own' })
    else if (secretBits(settings.AUTH_SECRET) < fewestSecretBits)
      issue.addIssue({
        code: 'custom',
        path: ['AUTH_SECRET'],
        message: 'is too easy to guess (repeats, rows or words); make one with: openssl rand -base64 48',
      })
    if (settings.TRUSTED_PROXIES === undefined)
      issue.addIssue({
        code: 'custom',
        path: ['TRUSTED_PROXIES'],
        message: 'production has to say how many proxies of ours stand before the app (0: none)',
      })
    if (!settings.APP_ORIGIN?.startsWith('https://'))
      issue.addIssue({ code: 'custom', path: ['APP_ORIGIN'], message: 'production needs an https origin' })
    if (settings.DEMO_DATA === 'on')
      issue.addIssue({ code: 'custom', path: ['DEMO_DATA'], message: 'there are no demo data in production' })
    if (settings.DEMO_PASSWORD)
      issue.addIssue({ code: 'custom', path: ['DEMO_PASSWORD'], message: 'there are no demo people in production' })
    if (apiUrlOf(settings)?.startsWith('http:'))
      issue.addIssue({ code: 'custom', path: ['API_URL'], message: 'production needs https' })
    for (const name of [
      ...insecureWays(settings),
      ...insecureChannels(settings),
      ...insecureCards(settings),
      ...insecureTracking(settings),
    ])
      issue.addIssue({ code: 'custom', path: [name], message: 'production needs https' })
    for (const name of missingOperator(settings))
      issue.addIssue({ code: 'custom', path: [name], message: 'production has to say who runs the place' })
  })

export type Settings = z.infer<typeof Settings>

export class WrongSettings extends Error {
  override name = 'WrongSettings'
}

export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  const wrong = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => ({ name: path.join('.'), message })),
    ...strangeNames(given, Object.keys(Settings.shape)),
  ]
  if (!parsed.success || wrong.length > 0) {
    const unsaid =
      given.APP_ENV === undefined ? ['APP_ENV: not set, which counts as production (to try out: development)'] : []
    throw new WrongSettings([...unsaid, ...wrong.map(({ name, message }) => `${name}: ${message}`)].join('\n'))
  }
  return { ...parsed.data, DATA_DIR: resolve(parsed.data.DATA_DIR) }
}

/** Where pages find the API; null: below /api/ of their own host. */
export function apiUrlOf({ API_HOST, API_URL }: Pick<Settings, 'API_HOST' | 'API_URL'>): string | null {
  if (API_HOST) return new URL(API_URL ?? '/api/', API_HOST).href
  return API_URL ?? null
}

/** Search engines are for the market, not for test installations. */
export const wantsSearchEngines = ({ SEARCH_ENGINES, APP_ENV }: Settings): boolean =>
  SEARCH_ENGINES === 'allow' || (SEARCH_ENGINES === 'auto' && APP_ENV === 'production')

/** On the embedded database unless switched off; on an external database only on request; never in production. */
export function wantsDemo({ APP_ENV, DATABASE_URL, DEMO_DATA }: Settings): boolean {
  if (APP_ENV === 'production' || DEMO_DATA === 'off') return false
  return DEMO_DATA === 'on' || DATABASE_URL === undefined
}
