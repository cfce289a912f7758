import { createContext } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import type { Ringing } from '#kernel/channel.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { Operator } from '#kernel/operator.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import type { LoginMethods } from '#modules/identity/login-methods/login-methods.ts'
import type { FileStore } from '#modules/photos/file-store.ts'

/** What the server passes to loaders and actions: the actor, the database, the time. */
export const requestCtx = createContext<Ctx>()
export const requestFacts = createContext<{
  ip: string | null
  /** The number of our proxies. */
  trustedProxies: number
  secureOrigin: string
  requestId: string
  /** The folder of the files for browsers. */
  clientFolder: string
  /** Where scripts find the API, if not below /api/ of this host. */
  apiUrl?: string | null
  /** Whether search engines may show the public pages. */
  searchEngines: boolean
  /** `production` hides what is for developers and operators. */
  environment: 'development' | 'test' | 'production'
  operator: Operator
  /** The storage of uploaded files. */
  files: FileStore
  /** Encrypts what only this installation may read. */
  encryption: Encryption
  /** The login methods beside password and passkey. */
  loginMethods: LoginMethods
  /** The mail server, and whether it answers. */
  mail: { description: string; verify(): Promise<boolean> }
  /** Calls URLs given by members. */
  safeFetch: SafeFetch
  /** The notification channels, and what pages have to know about them. */
  ringing: Ringing
  logError: (error: unknown) => void
}>()
