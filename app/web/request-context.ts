import { createContext } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import type { Ringing } from '#kernel/channel.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { Operator } from '#kernel/operator.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import type { LoginMethods } from '#modules/identity/login-methods/login-methods.ts'
import type { FileStore } from '#modules/photos/file-store.ts'

/** What the server hands to loaders and actions: who asks, the database, the moment. */
export const requestCtx = createContext<Ctx>()
export const requestFacts = createContext<{
  ip: string | null
  /** How many proxies of ours stand before us. */
  trustedProxies: number
  secureOrigin: string
  requestId: string
  /** Where the files are that browsers may load. */
  clientFolder: string
  /** Whether search engines may show the public pages. */
  searchEngines: boolean
  /** `production` hides what is for those who build and look after the installation. */
  environment: 'development' | 'test' | 'production'
  operator: Operator
  /** Where the files are that people gave us. */
  files: FileStore
  /** Seals what only this installation may read. */
  encryption: Encryption
  /** How one may come in, beside password and passkey. */
  loginMethods: LoginMethods
  /** Where mails go, and whether that place answers. */
  mail: { description: string; verify(): Promise<boolean> }
  /** The way to addresses that people gave us. */
  safeFetch: SafeFetch
  /** What rings at people's side, and what our pages have to know of it. */
  ringing: Ringing
  logError: (error: unknown) => void
}>()
