import { hash, verify } from '@node-rs/argon2'

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. Written into every hash (PHC string). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)

export const verifyPassword = (phc: string, password: string): Promise<boolean> =>
  verify(phc, password.normalize('NFKC'))

/** A hash that no password fits: verifying it costs the same for an address nobody has. */
const nobody = hashPassword(crypto.randomUUID())

export async function verifyOrPretend(phc: string | undefined, password: string): Promise<boolean> {
  const fits = await verifyPassword(phc ?? (await nobody), password)
  return phc !== undefined && fits
}
