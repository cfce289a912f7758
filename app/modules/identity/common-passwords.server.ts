import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * The passwords that turn up most often in what was stolen elsewhere (49,233 of them, commonest first, in small
 * letters); only those are kept that are long enough to be chosen here. On the server only: the list is large.
 */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= 10))

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
