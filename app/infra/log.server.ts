import pino from 'pino'

export type Log = pino.Logger

/**
 * JSON lines; never a password, a token or a cookie. Errors of libraries quote addresses and input, so everything with
 * the format of one of our secrets is removed from every line.
 */
export const makeLog = (level: string, to?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      redact: ['password', 'token', 'cookie', 'authorization', '*.password', '*.token'],
      hooks: { streamWrite: withoutSecrets },
    },
    to ?? pino.destination(1),
  )

/**
 * Secrets have 43 characters of base64url or more; the names of constraints can be as long, but are in lower case only.
 */
export const withoutSecrets = (line: string): string =>
  line.replace(/(\\(?:u[\da-f]{4}|.))|[\w-]{43,}/gi, (word, escaped?: string) =>
    escaped !== undefined || /^[a-z_]+$/.test(word) ? word : '…',
  )
