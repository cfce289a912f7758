/**
 * Keeps how the printed sheets look now as what they ought to look like. Look at the pictures before you commit them.
 *
 *   node tests/pictures/renew.ts
 */
import { mkdir } from 'node:fs/promises'
import { badgePictures } from './badge-pictures.ts'
import { keepReference } from './compare.ts'

await mkdir(new URL('references/', import.meta.url), { recursive: true })
for (const [name, draw] of Object.entries(badgePictures)) {
  await keepReference(name, draw())
  console.log(name)
}
