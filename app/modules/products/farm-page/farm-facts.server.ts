import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { Asking } from '#modules/organisations/sign-up/asking.server.ts'
import type { GoodsRefusal } from '../refusal-text.ts'

/** What the farm may change itself, as typed. */
type FactField = 'representative' | 'representativeKana' | 'crest' | 'place' | 'phone'

type FarmFacts = {
  /** What staff have checked against documents: only they change it. */
  name: string
  kana: string
  address: string
  invoiceNumber: string | null
  typed: Record<FactField, string>
  version: number
}

/** Who the farm is: shown on its page, on seals and on slips. */
export async function ownFacts(ctx: Ctx): Promise<FarmFacts> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const row = await ctx.db
    .selectFrom('farms')
    .select([
      'name',
      'kana',
      'prefecture_code',
      'city',
      'street',
      'building',
      'invoice_registration_number as invoiceNumber',
      'representative',
      'representative_kana as representativeKana',
      'crest',
      'place',
      'phone',
      'version',
    ])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  const { representative, representativeKana, crest, place, phone, ...checked } = row
  const code = parsePrefCode(checked.prefecture_code)
  return {
    name: checked.name,
    kana: checked.kana,
    address: [code ? prefectureOf(code).name : '', checked.city, checked.street, checked.building].join(''),
    invoiceNumber: checked.invoiceNumber,
    typed: { representative, representativeKana, crest, place, phone },
    version: checked.version,
  }
}

type Saved =
  | Result<{ changed: boolean }, GoodsRefusal>
  | { ok: false; refusal: 'fields'; fields: Record<string, string> }

/**
 * Changes it, and records the old and new values in the history. `version`: the farm's version that the page has seen.
 */
export async function saveFacts(
  ctx: Ctx,
  { typed, version }: { typed: Readonly<Record<string, string>>; version: number },
): Promise<Saved> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'farm.describe', { farmId })
  return ctx.db.transaction().execute(async (db): Promise<Saved> => {
    const before = await db
      .selectFrom('farms')
      .select(['representative', 'representative_kana', 'crest', 'place', 'phone', 'version'])
      .where('id', '=', farmId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (before.version !== version) return refuse('changed_meanwhile')
    const read = readFacts(typed, before)
    if ('fields' in read) return { ok: false, refusal: 'fields', fields: read.fields }
    const was: Record<string, unknown> = before
    const changes = Object.fromEntries(
      Object.entries(read.columns).flatMap(([name, is]) => (was[name] === is ? [] : [[name, [String(was[name]), is]]])),
    )
    if (Object.keys(changes).length === 0) return ok({ changed: false })
    await db
      .updateTable('farms')
      .set({ ...read.columns, version: version + 1 })
      .where('id', '=', farmId)
      .execute()
    await recordEvent(db, ctx, { kind: 'farm_facts_changed', aboutFarmId: farmId, data: { changes } })
    return ok({ changed: true })
  })
}

type Row = Record<'representative' | 'representative_kana' | 'crest' | 'place' | 'phone', string>

/** Unchanged values are not checked again: a number from before our checks may stay. */
function readFacts(
  typed: Readonly<Record<string, string>>,
  before: Row,
): { columns: Row } | { fields: Record<string, string> } {
  const ask = new Asking({ ...typed })
  const same = (field: FactField, was: string) => (typed[field] ?? '').trim() === was
  const columns = {
    representative: ask.name('representative', 40, '代表者の氏名を入力してください'),
    representative_kana: same('representativeKana', before.representative_kana)
      ? before.representative_kana
      : (ask.kana('representativeKana') ?? ''),
    crest: ask.name('crest', 1, '屋号の一文字を入力してください'),
    place: ask.name('place', 8, '産地の短い名前を入力してください'),
    phone: same('phone', before.phone) ? before.phone : ask.phone('phone'),
  }
  return Object.keys(ask.fields).length > 0 ? { fields: ask.fields } : { columns }
}
