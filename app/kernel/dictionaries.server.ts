import { createRequire } from 'node:module'

type Package = typeof import('@zxcvbn-ts/language-common')

const require = createRequire(import.meta.url)

/** Common words and passwords, unpacked (20 ms, 8 MB) when they are first asked for. */
export const dictionaries = () => (require('@zxcvbn-ts/language-common') as Package).dictionary
