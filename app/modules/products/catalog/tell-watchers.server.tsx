import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { WatchKind } from '#kernel/enums.ts'
import { formatYen } from '#kernel/format.ts'
import type { FarmId, PersonId, ProductId, WatchId } from '#kernel/ids.ts'
import { jstDateOf, monthOf } from '#kernel/jst.ts'
import { notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { searchQuery } from './search-query.ts'

type Parts = Omit<Ctx, 'actor'>

/** People per round; the next one, minutes later, continues. */
const mostPeople = 200
/** Searches are run one by one, so a round runs at most this many. */
const mostWords = 200

/** One piece of news: what it is about, what happened, and where to look. */
const news = z.object({ what: z.string(), said: z.string(), to: page })
type News = z.infer<typeof news>

type Due = {
  id: WatchId
  kind: WatchKind
  personId: PersonId
  productId: ProductId | null
  farmId: FarmId | null
  what: string
  priceYen: number | null
  seenPriceYen: number | null
  fresh: number
}

/**
 * Sends people the news that they have subscribed to: each gets one mail with all of it, through the outbox. What was
 * sent is recorded in the same transaction, so every person is notified exactly once, also after a crash or with
 * concurrent workers. Prices are sent only to those who may still see them. Returns how many mails were queued.
 */
export async function tellWatchers(parts: Parts): Promise<number> {
  const found = await wordsFound(parts)
  const people = await peopleWithNews(parts, found)
  let told = 0
  for (const personId of people) if (await tell(parts, personId, found)) told++
  return told
}

const month = (now: Date) => monthOf(jstDateOf(now))

/** Whether a product is on sale for the subscriber: publicly, or for the restaurant they work for. */
const onSale = sql`(s.visible or (p.audience = 'chosen' and p.status = 'listed' and f.status = 'approved'
  and not goods_lapsed(p.farm_id, p.category, p.item_key) and exists (
    select from product_audience a join memberships am on am.restaurant_id = a.restaurant_id
     where a.product_id = p.id and am.person_id = w.person_id)))`

/** Whether there is news, for rows of watches w with products p, product_search s, farms f. */
const isNews = (now: Date, found: readonly WatchId[]) => sql`case w.kind
  when 'back_in_stock' then ${onSale} and s.in_stock
  when 'in_season' then ${onSale} and ${month(now)} = any (s.season_months)
  when 'price_change' then ${onSale} and p.price_yen <> w.seen_price_yen
  when 'new_of_farm' then exists (select from product_search n where n.farm_id = w.farm_id and n.visible
                                     and n.listed_at > w.told_at and n.listed_at <= ${now})
  else w.id = any (${found}::uuid[]) end`

/** Who may see prices now: members of approved organisations. */
const seesPrices = sql`exists (
  select from memberships m left join restaurants r on r.id = m.restaurant_id left join farms mf on mf.id = m.farm_id
   where m.person_id = w.person_id and coalesce(r.status, mf.status) = 'approved')`

const watchesJoined = sql`watches w
  left join products p on p.id = w.product_id
  left join product_search s on s.product_id = w.product_id
  left join farms f on f.id = coalesce(w.farm_id, p.farm_id)`

async function peopleWithNews({ db, now }: Parts, found: readonly WatchId[]): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    select distinct w.person_id from ${watchesJoined} join people on people.id = w.person_id
     where people.suspended_at is null and people.closed_at is null and people.email_verified_at is not null
       and (w.kind <> 'price_change' or ${seesPrices}) and ${isNews(now, found)}
     limit ${mostPeople}`.execute(db)
  return rows.map(({ personId }) => personId)
}

const tell = ({ db, now }: Parts, personId: PersonId, found: readonly WatchId[]): Promise<boolean> =>
  db.transaction().execute(async (db) => {
    const person = await db
      .selectFrom('people')
      .select('email')
      .where('id', '=', personId)
      .where('suspendedAt', 'is', null)
      .where('closedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!person) return false
    const { rows } = await sql<Due>`
      select w.id, w.kind, w.person_id, w.product_id, w.farm_id, w.seen_price_yen, p.price_yen,
             coalesce(p.name || '（' || f.name || '）', f.name, w.words) as what,
             (select count(*)::int from product_search n where n.farm_id = w.farm_id and n.visible
                and n.listed_at > w.told_at and n.listed_at <= ${now}) as fresh
        from ${watchesJoined}
       where w.person_id = ${personId} and (w.kind <> 'price_change' or ${seesPrices}) and ${isNews(now, found)}
       order by w.created_at, w.id for update of w`.execute(db)
    const [first] = rows
    if (!first) return false
    await markTold(db, rows, now)
    const others = rows.length > 1 ? `他${rows.length - 1}件` : ''
    await notify(db, now, {
      key: `watch:${first.id}:${now.toISOString()}`,
      kind: watch,
      to: person.email as Email,
      data: { title: `${first.what}：${shortSaid[first.kind]}${others && `（${others}）`}`, news: rows.map(newsOf) },
    })
    return true
  })

/** Deletes one-time watches; the others record what was sent. */
async function markTold(db: Ctx['db'], rows: readonly Due[], now: Date): Promise<void> {
  const once = rows.filter(({ kind }) => kind !== 'price_change' && kind !== 'new_of_farm').map(({ id }) => id)
  if (once.length > 0) await db.deleteFrom('watches').where('id', 'in', once).execute()
  for (const { id, priceYen, kind } of rows)
    if (!once.includes(id))
      await db
        .updateTable('watches')
        .set({ toldAt: now, ...(kind === 'price_change' && { seenPriceYen: priceYen }) })
        .where('id', '=', id)
        .execute()
}

const shortSaid: Record<WatchKind, string> = {
  back_in_stock: '入荷しました',
  in_season: '旬になりました',
  price_change: '価格が変わりました',
  new_of_farm: '新商品が出ました',
  words: '商品が見つかりました',
}

function newsOf(row: Due): News {
  const to = row.productId
    ? ourPage(`/restaurant/products/${row.productId}`)
    : row.farmId
      ? ourPage(`/restaurant/farmers/${row.farmId}`)
      : ourPage(`/restaurant/products?q=${encodeURIComponent(row.what)}`)
  if (row.kind === 'price_change')
    return {
      what: row.what,
      to,
      said: `${formatYen(row.seenPriceYen ?? 0)} → ${formatYen(row.priceYen ?? 0)}（税抜）`,
    }
  if (row.kind === 'new_of_farm') return { what: row.what, to, said: `新商品が${row.fresh}点出ました` }
  return { what: row.kind === 'words' ? `「${row.what}」` : row.what, to, said: shortSaid[row.kind] }
}

/** Which of the searches without results have results now. */
async function wordsFound({ db }: Parts): Promise<WatchId[]> {
  const asked = await db
    .selectFrom('watches')
    .select(['id', 'words'])
    .where('kind', '=', 'words')
    .orderBy('toldAt')
    .orderBy('id')
    .limit(mostWords)
    .execute()
  const found: WatchId[] = []
  for (const { id, words } of asked) {
    const query = words === null ? null : searchQuery(words)
    if (!query) continue
    const likes = query.likes.map((like) => sql`search_text like ${like}`)
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from product_search
        where visible and jp_tokens(search_text) @@ ${query.tsquery}::tsquery and ${sql.join(likes, sql` and `)}) as found`.execute(
      db,
    )
    if (rows[0]?.found) found.push(id)
  }
  // those checked now come last the next time
  if (asked.length === mostWords)
    await sql`update watches set told_at = greatest(told_at, created_at) + interval '1 second'
               where id = any (${asked.map(({ id }) => id)}::uuid[])`.execute(db)
  return found
}

const watch = notificationKind('watch', {
  about: 'watch',
  data: z.object({ title: z.string(), news: z.array(news) }),
  message: ({ title, news }) => ({
    title,
    heading: 'お知らせ',
    summary: news
      .map(({ what, said }) => `${what}：${said}`)
      .join('、')
      .slice(0, 120),
    parts: [
      { text: 'お知らせを登録された商品・農園の最新情報です。' },
      { facts: news.map(({ what, said }) => [what, said] as const) },
      ...news.slice(0, 5).map(({ what, to }) => ({ button: `${what}を見る`, to })),
      {
        text: `お知らせは、「お気に入り」の画面で解除できます（${ourPage('/restaurant/favourites')}）。`,
      },
    ],
  }),
  sample: {
    title: '祝ほうれん草（佐藤農園）：入荷しました（他1件）',
    news: [
      { what: '祝ほうれん草（佐藤農園）', to: ourPage('/restaurant/products'), said: '入荷しました' },
      { what: '佐藤農園', to: ourPage('/restaurant/farmers'), said: '新商品が2点出ました' },
    ],
  },
})

export const watchKinds = [watch] as const
