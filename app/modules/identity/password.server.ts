import { hash, verify } from '@node-rs/argon2'
import { concurrencyLimiter } from '#kernel/concurrency-limiter.ts'

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. Written into every hash (PHC string). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Two at a time, because they share the four threads used for files, DNS and compression; thirty wait, for about half a
 * second. A flood of sign-ins thus costs 40 MB, and other pages keep working.
 */
const pass = concurrencyLimiter({
  atOnce: 2,
  waiting: 30,
  words: '現在サインインが混み合っています。少し待ってから、もう一度お試しください。',
})

export const hashPassword = (password: string): Promise<string> => pass(() => hash(password.normalize('NFKC'), cost))

export const verifyPassword = (phc: string, password: string): Promise<boolean> =>
  pass(() => verify(phc, password.normalize('NFKC')))

/** A hash that no password matches: verifying it costs the same for an address without an account. */
const nobody = hashPassword(crypto.randomUUID())

export async function verifyOrPretend(phc: string | undefined, password: string): Promise<boolean> {
  const fits = await verifyPassword(phc ?? (await nobody), password)
  return phc !== undefined && fits
}
