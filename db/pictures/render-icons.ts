/** Makes the icons of the home screen from public/favicon.svg, and the picture that stands for the site where it is shared. */
import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { drawShareImage } from '../../app/infra/share-image.server.ts'

const mark = await readFile('public/favicon.svg')

await icon('public/icon-192.png', 192)
await icon('public/icon-512.png', 512)

// Android cuts its own shape out of the middle four fifths.
await sharp({ create: { width: 512, height: 512, channels: 3, background: '#17583a' } })
  .composite([{ input: await drawn(420), gravity: 'centre' }])
  .png({ compressionLevel: 9, palette: true })
  .toFile('public/icon-maskable-512.png')

await writeFile(
  'public/share.png',
  await drawShareImage({
    title: '今朝の畑から、\n明日の厨房へ',
    lines: ['飲食店が全国の生産者から直接仕入れる市場'],
    crest: '畝',
    color: '#17583a',
    picture: 'public/pictures/farm-01-1600.webp',
  }),
)

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
