import { createRequire } from 'node:module'
import type { Sharp, SharpInput, SharpOptions } from 'sharp'

type Library = (input?: SharpInput, options?: SharpOptions) => Sharp

const require = createRequire(import.meta.url)
let library: Library | undefined

/** The package `sharp`, whose native code (24 MB, 70 ms) is loaded with the first picture. */
export function sharp(input?: SharpInput, options?: SharpOptions): Sharp {
  library ??= require('sharp') as Library
  return library(input, options)
}
