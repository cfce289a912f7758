import { dictionaries } from '#kernel/dictionaries.server.ts'

/**
 * The passwords most frequent in breached data (49,233 of them, most frequent first, in lower case), without those too
 * short to be chosen here. On the server only: the list is large.
 */
let common: Set<string> | undefined

export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionaries()['passwords-common'].filter(({ length }) => length >= 10))
  return common.has(password.toLowerCase())
}
