import { join } from 'node:path'
import type { RouterContextProvider } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { drawShareImage } from '#infra/share-image.server.ts'
import type { Category } from '#kernel/enums.ts'
import { TooMany } from '#kernel/errors.ts'
import { photoKeyIn } from '#kernel/picture-name.ts'
import { type Limit, waitAfter } from '#modules/identity/throttle.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { parsePhotoKey, storeKey } from '#modules/photos/photo.ts'
import type { ShareCard } from '#modules/products/catalog/share-card.server.ts'
import { drawnOnce } from '#web/drawn-once.ts'
import { requestFacts } from '#web/request-context.ts'

/** The light colours of styles/tokens.css; a test compares them. */
export const categoryColor: Record<Category, string> = {
  leaf: '#2e7d32',
  fruitveg: '#c62828',
  root: '#8d5a2b',
  mushroom: '#6d4c41',
  fruit: '#ad5a00',
  egg: '#96640a',
  rice: '#7c6512',
  herb: '#6a3b8f',
  meat: '#a3304a',
  fish: '#1f5f8b',
  processed: '#4f5b66',
  set: '#3d6b50',
}
const pine = '#17583a'

/** Drawing takes half a second of CPU. */
const pictures = drawnOnce<Buffer>({ kept: 200, waiting: 8 })

/** Images drawn per network; cached ones do not count. */
export const drawnForOne: Limit = { most: 20, withinMs: 60_000 }

/**
 * The share image as a response; the same text gives the same image. While too many are queued, the default image of
 * the site. `keptSeconds`: how long it may be cached, by default a day. Throws TooMany for a network that has caused
 * too many.
 */
export async function shareImageAnswer(
  ctx: Pick<Ctx, 'db' | 'now'>,
  card: ShareCard,
  context: Readonly<RouterContextProvider>,
  keptSeconds = 86_400,
): Promise<Response> {
  const { clientFolder, files, ip } = context.get(requestFacts)
  const key = JSON.stringify(card)
  const wait = pictures.has(key) ? 0 : await waitAfter(ctx, 'share-image', ip, drawnForOne)
  if (wait > 0) throw new TooMany(wait)
  const drawing = pictures(key, () => draw(card, clientFolder, files))
  if (!drawing)
    return new Response(null, { status: 302, headers: { location: '/share.png', 'cache-control': 'no-store' } })
  const png = await drawing
  return new Response(new Uint8Array(png), {
    headers: { 'content-type': 'image/png', 'cache-control': `public, max-age=${keptSeconds}` },
  })
}

async function draw(card: ShareCard, clientFolder: string, files: FileStore): Promise<Buffer> {
  const { title, lines, crest, category } = card
  const picture = (await photoOf(card, files)) ?? join(clientFolder, 'pictures', `${card.picture}.webp`)
  return drawShareImage({ title, lines, crest, color: category ? categoryColor[category] : pine, picture })
}

/** The farm's own photo, if it has one; null for one of our drawings. */
async function photoOf({ picture }: ShareCard, files: FileStore): Promise<Uint8Array | null> {
  const key = parsePhotoKey(photoKeyIn(picture.replace(/-\d+$/, '')))
  return key && files.get(storeKey(key, 'full'))
}
