import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import { vacationsOf } from '#modules/products/catalog/shipping-rules.server.ts'
import { type ShownPhoto, shownPhotos } from '../product-photos.server.ts'
import { type FarmLink, type FarmMethod, linksOf, methodsShown } from './farm-page.server.ts'

/** The content of a certificate, without the document itself, which only the farm and staff may see. */
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

/** An approved farm as the public sees it: its story, its photos, its links, the proofs of its growing methods. */
export const publicFarm = query('public', async (ctx: Ctx, id: FarmId): Promise<PublicFarm> => {
  const row = await ctx.db
    .selectFrom('farms')
    .select(['id', 'name', 'crest', 'place', 'picture', 'representative', 'story'])
    .where('id', '=', id)
    .where(isPublicFarm('farms'))
    .executeTakeFirst()
  if (!row) throw new NotFound('farm')
  const published = await ctx.db
    .selectFrom('farmIntros')
    .select('publishedAt')
    .where('farmId', '=', id)
    .where('publishedAt', 'is not', null)
    .executeTakeFirst()
  return {
    ...row,
    photos: published ? ((await shownPhotos(ctx.db, id, [id])).get(id) ?? []) : [],
    links: await linksOf(ctx, id),
    // an expired certificate proves nothing
    methods: (await methodsShown(ctx, id))
      .filter(({ certificate }) => !certificate?.expired)
      .map(({ method, certificate }) => ({ method, certificate: certificate && publicPart(certificate) })),
    rests: (await vacationsOf(ctx, [id])).get(id) ?? [],
  }
})

const publicPart = ({ authority, number, expiresOn }: PublicCertificate): PublicCertificate => ({
  authority,
  number,
  expiresOn,
})
