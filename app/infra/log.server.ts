import pino from 'pino'

export type Log = pino.Logger

/** JSON lines; never a password, a token or a cookie. */
export const makeLog = (level: string): Log =>
  pino({ level, redact: ['password', 'token', 'cookie', 'authorization', '*.password', '*.token'] })
