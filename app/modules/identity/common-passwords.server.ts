import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * The passwords most frequent in breached data (49,233 of them, most frequent first, in lower case), without those too
 * short to be chosen here. On the server only: the list is large.
 */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= 10))

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
