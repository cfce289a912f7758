/** Makes the icons of the home screen from public/favicon.svg. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

const mark = await readFile('public/favicon.svg')

await icon('public/icon-192.png', 192)
await icon('public/icon-512.png', 512)

// Apple rounds the corners itself and shows transparency as black.
const plate = await drawn(148)
await sharp({ create: { width: 180, height: 180, channels: 3, background: '#f2f5ee' } })
  .composite([{ input: plate, gravity: 'centre' }])
  .png({ compressionLevel: 9, palette: true })
  .toFile('public/apple-touch-icon.png')

async function icon(path: string, size: number) {
  await sharp(await drawn(size))
    .png({ compressionLevel: 9, palette: true })
    .toFile(path)
}

function drawn(size: number) {
  return sharp(mark, { density: (72 * size) / 64 })
    .resize(size, size)
    .png()
    .toBuffer()
}
