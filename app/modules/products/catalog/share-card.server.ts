import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Category } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'

/** The content of a sharing picture: no price, because its viewers may not see prices. */
export type ShareCard = {
  title: string
  lines: string[]
  crest: string
  /** Name under /pictures with its size, without extension. */
  picture: string
  category: Category | null
}

/** A product on sale, for any visitor; NotFound for others. One query. */
export const productShareCard = query('public', async (ctx: Ctx, id: ProductId): Promise<ShareCard> => {
  const { rows } = await sql<{
    name: string
    packLabel: string
    category: Category
    picture: string
    farm: string
    crest: string
    place: string
  }>`
    select p.name, p.pack_label, p.category, p.picture, f.name as farm, f.crest, f.place
      from products p join farms f on f.id = p.farm_id
     where p.id = ${id} and p.status = 'listed' and p.audience = 'everybody' and ${isPublicFarm('f')}
       and not goods_lapsed(p.farm_id, p.category, p.item_key)`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new NotFound('product')
  const { name, packLabel, farm, place, crest, picture, category } = row
  return { title: name, lines: [packLabel, `${farm}（${place}）`], crest, picture: `${picture}-960`, category }
})

/** An approved farm, for any visitor; NotFound for others. One query. */
export const farmShareCard = query('public', async (ctx: Ctx, id: FarmId): Promise<ShareCard> => {
  const { rows } = await sql<{ name: string; place: string; crest: string; picture: string; goods: string[] }>`
    select f.name, f.place, f.crest, f.picture,
           array(select p.name from products p where p.farm_id = f.id and p.status = 'listed' and p.audience = 'everybody'
                     and not goods_lapsed(p.farm_id, p.category, p.item_key)
                  order by p.listed_at desc, p.id limit 3) as goods
      from farms f where f.id = ${id} and ${isPublicFarm('f')}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new NotFound('farm')
  const { name, place, goods, crest, picture } = row
  return {
    title: name,
    lines: [place, goods.join('・')].filter(Boolean),
    crest,
    picture: `${picture}-1600`,
    category: null,
  }
})
