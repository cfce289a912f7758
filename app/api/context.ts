import type { Ctx } from '#authorization/ctx.ts'
import type { LiveHub } from '#infra/realtime/live-hub.server.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { Operator } from '#kernel/operator.ts'
import type { Scope } from '#modules/identity/api-scopes.ts'
import type { FileStore } from '#modules/photos/file-store.ts'

export type ApiContext = {
  ctx: Ctx
  /** The session's token, or what was presented as one. */
  token: string | null
  /** The scopes of an integration's token; null for a user's own session. */
  scopes: readonly Scope[] | null
  ip: string | null
  /** The public origin of our pages. */
  site: string
  userAgent: string | null
  /** The operator of the site, for the pages that name it. */
  operator: Operator
  /** Decrypts the secrets of second factors. */
  encryption: Encryption
  /** The storage of photos. */
  files: FileStore
  /** Committed events, for callers that catch up on what they missed; null: this process has no live updates. */
  live: LiveHub | null
}
