import { readFile } from 'node:fs/promises'
import { type CSSProperties, createElement, type ReactElement } from 'react'
import { sharp } from '#kernel/sharp.server.ts'
import { fontFile } from './fonts.server.ts'

export type ShareImage = {
  title: string
  lines: readonly string[]
  /** One kanji, chosen by the farm. */
  crest: string
  /** The colour of the two lines and of the crest, as #rrggbb. */
  color: string
  /** A picture's file or its bytes; the left half of the card. */
  picture: string | Uint8Array
}

/** Pixels; the size that social networks ask for. */
export const shareImageSize = { width: 1200, height: 630 } as const

/**
 * A share image, as PNG: the photo, and beside it a carton panel with the words. Words are drawn as outlines from Noto
 * Sans JP, so it looks the same wherever the server runs. About 200 ms of one core.
 */
export async function drawShareImage(image: ShareImage): Promise<Buffer> {
  const [photo, regular, bold] = await Promise.all([photoOf(image.picture), fontOf('400Regular'), fontOf('700Bold')])
  const { default: satori } = await import('satori')
  const svg = await satori(card(image, photo), {
    ...shareImageSize,
    fonts: [
      { name: 'Noto Sans JP', data: regular, weight: 400, lang: 'ja-JP' },
      { name: 'Noto Sans JP', data: bold, weight: 700, lang: 'ja-JP' },
    ],
  })
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 90 }).toBuffer()
}

/** A box of the image; its children are in a row, or below each other with `flexDirection: 'column'`. */
const box = (style: CSSProperties, ...children: (ReactElement | string)[]): ReactElement =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children)

function card({ title, lines, crest, color }: ShareImage, photo: string): ReactElement {
  const height = shareImageSize.height
  return box(
    { width: '100%', height: '100%', background: '#f5ebdb', fontFamily: 'Noto Sans JP' },
    createElement('img', { src: photo, alt: '', width: 600, height }),
    box(
      { flexDirection: 'column', width: 600, height },
      box({ height: 20, background: color }),
      box({ height: 8, marginTop: 8, background: color }),
      box(
        { flexDirection: 'column', flexGrow: 1, padding: '48px 48px 40px' },
        box({ ...ring, borderColor: color, color }, crest),
        box(
          {
            marginTop: 28,
            color: '#18231c',
            fontSize: title.length > 14 ? 50 : 62,
            fontWeight: 700,
            lineHeight: 1.3,
            whiteSpace: 'pre-wrap',
          },
          title,
        ),
        ...lines.map((line) => box({ marginTop: 14, color: '#553a1a', fontSize: 30, lineHeight: 1.4 }, line)),
        box({ marginTop: 'auto', color: '#17583a', fontSize: 34, fontWeight: 700 }, '畝と皿'),
      ),
    ),
  )
}

const ring = {
  alignItems: 'center',
  justifyContent: 'center',
  width: 84,
  height: 84,
  borderRadius: 999,
  borderWidth: 5,
  borderStyle: 'solid',
  fontSize: 44,
  fontWeight: 700,
} as const

/** Left half of the card, cropped; PNG because the renderer does not support WebP. */
async function photoOf(file: string | Uint8Array): Promise<string> {
  const png = await sharp(file).resize(600, 630, { fit: 'cover' }).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

const fonts = new Map<string, Promise<Buffer>>()

/** Read once per process, on the first use: 5 MB each. */
function fontOf(weight: '400Regular' | '700Bold'): Promise<Buffer> {
  const known = fonts.get(weight)
  if (known) return known
  const file = readFile(fontFile(weight))
  fonts.set(weight, file)
  return file
}
