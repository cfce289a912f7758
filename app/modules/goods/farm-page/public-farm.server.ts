import type { Ctx } from '#access/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { vacationsOf } from '#modules/catalog/shipping-rules.server.ts'
import { type ShownPhoto, shownPhotos } from '../goods-photos.server.ts'
import { type FarmLink, type FarmMethod, linksOf, methodsShown } from './farm-page.server.ts'

/** What a certificate says, without the paper itself: that is the farm's and ours. */
type PublicCertificate = Pick<NonNullable<FarmMethod['certificate']>, 'authority' | 'number' | 'expiresOn'>

type PublicFarm = {
  id: FarmId
  name: string
  crest: string
  place: string
  picture: string
  representative: string
  story: string
  photos: ShownPhoto[]
  links: FarmLink[]
  methods: { method: FarmMethod['method']; certificate: PublicCertificate | null }[]
  rests: { from: JstDate; to: JstDate }[]
}

/** An approved farm as everybody may see it: its story, its photos, its links, what proves how it grows. */
export async function publicFarm(ctx: Ctx, id: FarmId): Promise<PublicFarm> {
  const row = await ctx.db
    .selectFrom('farms')
    .select(['id', 'name', 'crest', 'place', 'picture', 'representative', 'story'])
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .executeTakeFirst()
  if (!row) throw new NotFound('farm')
  const published = await ctx.db
    .selectFrom('farm_intros')
    .select('published_at')
    .where('farm_id', '=', id)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  return {
    ...row,
    photos: published ? ((await shownPhotos(ctx.db, id, [id])).get(id) ?? []) : [],
    links: await linksOf(ctx.db, id),
    // an expired certificate proves nothing
    methods: (await methodsShown(ctx, id))
      .filter(({ certificate }) => !certificate?.expired)
      .map(({ method, certificate }) => ({ method, certificate: certificate && publicPart(certificate) })),
    rests: (await vacationsOf(ctx, [id])).get(id) ?? [],
  }
}

const publicPart = ({ authority, number, expiresOn }: PublicCertificate): PublicCertificate => ({
  authority,
  number,
  expiresOn,
})
