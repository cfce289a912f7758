import { z } from 'zod'
import { refusalOfVisitor } from '#authorization/actor.ts'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { Forbidden } from '#kernel/errors.ts'
import { type FarmId, newId, type RestaurantId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { choice } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { bookRefusals } from './book-refusals.ts'
import { type AccountKey, type AccountNames, accountNames } from './exports/deal.ts'
import { type Software, softwares } from './exports/tax-names.ts'
import { type Encoding, encodings } from './exports/write-export.ts'
import { requireLedger } from './require-ledger.ts'

export type BookSettings = { software: Software; encoding: Encoding; accounts: AccountNames; version: number }

/** Which accounts a side books on, and so may rename. */
export const accountsOf = {
  restaurant: ['purchases', 'freight', 'payables', 'sundry_losses'],
  farm: ['sales', 'fees_paid', 'receivables', 'sundry_income'],
  platform: [
    ...(['receivables', 'deposits_held', 'fees_received', 'bank', 'suspense', 'uncollected'] as const),
    ...(['fees_paid', 'sundry_losses', 'sundry_income', 'bad_debts'] as const),
  ],
} as const satisfies Record<'restaurant' | 'farm' | 'platform', readonly AccountKey[]>

export type BookOwner = { restaurantId: RestaurantId; farmId: null } | { restaurantId: null; farmId: FarmId }

/** Our own books: of no organisation. */
const platform = { restaurantId: null, farmId: null } as const
type SettingsOwner = BookOwner | typeof platform

/** The organisation whose books these are: the caller's own. */
export function bookOwner({ actor }: Pick<Ctx, 'actor'>): BookOwner {
  if (actor.kind === 'buyer') return { restaurantId: actor.restaurantId, farmId: null }
  if (actor.kind === 'farm') return { restaurantId: null, farmId: actor.farmId }
  throw actor.kind === 'visitor' ? refusalOfVisitor(actor, 'books') : new Forbidden('books')
}

/** Whose history an event belongs to. */
export const aboutOwner = ({ restaurantId, farmId }: SettingsOwner) => ({
  ...(farmId && { aboutFarmId: farmId }),
  ...(restaurantId && { aboutRestaurantId: restaurantId }),
})

const chosen = (db: Ctx['db'], { restaurantId, farmId }: SettingsOwner) =>
  db
    .selectFrom('bookSettings')
    .selectAll()
    .where('farmId', 'is not distinct from', farmId)
    .where('restaurantId', 'is not distinct from', restaurantId)
    .executeTakeFirst()

/** What the caller's organisation has chosen, or the usual names until it chooses. */
export const bookSettings = query('order_money.see', async (ctx): Promise<BookSettings> => {
  const owner = bookOwner(ctx)
  authorize(ctx.actor, 'order_money.see', owner)
  return settingsOf(ctx, owner)
})

/** The same of our own books. */
export const platformBookSettings = query('ledger.see', async (ctx): Promise<BookSettings> => {
  requireLedger(ctx)
  return settingsOf(ctx, platform)
})

async function settingsOf({ db }: Pick<Ctx, 'db'>, owner: SettingsOwner): Promise<BookSettings> {
  const row = await chosen(db, owner)
  return {
    software: row?.software ?? 'freee',
    encoding: row?.encoding ?? encodings.freee[0],
    accounts: { ...accountNames, ...row?.accountNames },
    version: row?.version ?? 0,
  }
}

/** Half-width 24 letters is what 弥生会計 takes; full-width letters count twice there. */
const AccountName = z
  .string()
  .trim()
  .min(1, '勘定科目を入力してください。')
  .max(12, '勘定科目は12文字以内で入力してください。')

const accountFields = Object.fromEntries(
  Object.keys(accountNames).map((account) => [account, AccountName.optional()]),
) as Record<AccountKey, z.ZodOptional<typeof AccountName>>

const declared = {
  input: {
    software: choice(softwares),
    encoding: choice(['utf8', 'shift_jis']),
    version: z.int().min(0),
    ...accountFields,
  },
  refusals: bookRefusals('not_readable', 'changed_meanwhile', 'key_reused'),
}

/** The names must be those that the user has registered in the software. */
export const saveBookSettings = mutation({
  name: 'books.save_settings',
  permission: 'order_money.see',
  ...declared,
  run: async (ctx, given) => {
    const owner = bookOwner(ctx)
    authorize(ctx.actor, 'order_money.see', owner)
    return save(ctx, owner, given)
  },
})

/** The same of our own books. */
export const savePlatformBookSettings = mutation({
  name: 'books.save_platform_settings',
  permission: 'ledger.books',
  ...declared,
  run: async (ctx, given) => {
    requireLedger(ctx)
    authorize(ctx.actor, 'ledger.books', null)
    return save(ctx, platform, given)
  },
})

type Given = { software: Software; encoding: Encoding; version: number; key: string } & {
  [Name in AccountKey]?: string | undefined
}

async function save(
  ctx: Ctx,
  owner: SettingsOwner,
  { software, encoding, version, key: _, ...names }: Given,
): Promise<Result<{ saved: true }, 'not_readable' | 'changed_meanwhile'>> {
  if (!encodings[software].some((it) => it === encoding)) return refuse('not_readable')
  const row = { software, encoding, accountNames: JSON.stringify(names) }
  const before = await chosen(ctx.db, owner)
  if ((before?.version ?? 0) !== version) return refuse('changed_meanwhile')
  const saved = before
    ? await ctx.db
        .updateTable('bookSettings')
        .set({ ...row, version: version + 1 })
        .where('id', '=', before.id)
        .where('version', '=', version)
        .returning('id')
        .executeTakeFirst()
    : await ctx.db
        .insertInto('bookSettings')
        .values({ id: newId<'bookSettings'>(), ...owner, ...row })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
  if (!saved) return refuse('changed_meanwhile')
  await recordEvent(ctx.db, ctx, { kind: 'book_settings_changed', ...aboutOwner(owner), data: { software, encoding } })
  return ok({ saved: true })
}
