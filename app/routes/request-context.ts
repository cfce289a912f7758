import { createContext } from 'react-router'
import type { Ctx } from '#access/ctx.ts'

/** What the server hands to loaders and actions: who asks, the database, the moment. */
export const requestCtx = createContext<Ctx>()
export const requestFacts = createContext<{
  ip: string | null
  secureOrigin: string
  requestId: string
  logError: (error: unknown) => void
}>()
