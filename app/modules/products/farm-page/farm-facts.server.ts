import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { kanaRefusalText, readKana } from '#kernel/kana.ts'
import { nameRefusal, nameRefusalText } from '#kernel/name.ts'
import { phoneRefusalText, phoneText } from '#kernel/phone.ts'
import { readReachablePhone } from '#kernel/phone-check.server.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { RowVersion, Text } from '#kernel/schema.ts'
import { lengthOf } from '#kernel/text.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { changeFarm } from '#modules/organisations/organisation-store.server.ts'
import { registrationOn } from '#modules/organisations/registration/registrations.server.ts'
import { type GoodsRefusal, goodsRefusals } from '../refusal-text.ts'

type FarmFacts = {
  /** What staff have checked against documents: only they change it. */
  name: string
  kana: string
  address: string
  invoiceNumber: string | null
  /** What the farm may change itself. */
  own: Record<'representative' | 'representativeKana' | 'crest' | 'place' | 'phone', string>
  version: number
}

/** Who the farm is: shown on its page, on seals and on slips. */
export const ownFacts = query('goods.see', async (ctx: Ctx): Promise<FarmFacts> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const row = await ctx.db
    .selectFrom('farms')
    .select([
      'name',
      'kana',
      'prefectureCode',
      'city',
      'street',
      'building',
      'representative',
      'representativeKana',
      'crest',
      'place',
      'phone',
      'version',
    ])
    .select(registrationOn(sql.ref('id'), jstDateOf(ctx.now)).as('invoiceNumber'))
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  const { representative, representativeKana, crest, place, phone, ...checked } = row
  const code = parsePrefCode(checked.prefectureCode)
  return {
    name: checked.name,
    kana: checked.kana,
    address: [code ? prefectureOf(code).name : '', checked.city, checked.street, checked.building].join(''),
    invoiceNumber: checked.invoiceNumber,
    own: { representative, representativeKana, crest, place, phone },
    version: checked.version,
  }
})

/** One line of text, in characters as they are counted on the page. */
const line = (most: number, missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .refine((text) => lengthOf(text) <= most, `${most}文字以内で入力してください`)
    .superRefine((text, issue) => {
      const refusal = nameRefusal(text)
      if (refusal) issue.addIssue({ code: 'custom', message: nameRefusalText[refusal] })
    })

/**
 * Changes it, and records the old and new values in the history. `version`: the farm's version that the page has seen.
 */
export const saveFacts = repeatable({
  name: 'farm.save_facts',
  permission: 'farm.describe',
  input: {
    version: RowVersion,
    representative: line(40, '代表者の氏名を入力してください'),
    representativeKana: Text(0, 200).default(''),
    crest: line(1, '屋号の一文字を入力してください'),
    place: line(8, '産地の略称を入力してください'),
    phone: Text(0, 200).default(''),
  },
  refusals: goodsRefusals('changed_meanwhile', 'kana_unreadable', 'phone_unreachable'),
  run: async (ctx, { version, representativeKana, phone, ...next }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'farm.describe', { farmId })
    return ctx.db.transaction().execute(async (db) => {
      const before = await db
        .selectFrom('farms')
        .select(['representative', 'representativeKana', 'crest', 'place', 'phone', 'version'])
        .where('id', '=', farmId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      if (before.version !== version) return refuse('changed_meanwhile')
      // unchanged values are not checked again: a number from before our checks may stay
      const kana = representativeKana.trim() === before.representativeKana ? null : kanaIn(representativeKana)
      if (kana && !kana.ok) return kana
      const number = phone.trim() === before.phone ? null : phoneIn(phone)
      if (number && !number.ok) return number
      const columns = {
        ...next,
        representativeKana: kana ? kana.value : before.representativeKana,
        phone: number ? number.value : before.phone,
      }
      const was: Record<string, unknown> = before
      const changes = Object.fromEntries(
        Object.entries(columns).flatMap(([name, is]) => (was[name] === is ? [] : [[name, [String(was[name]), is]]])),
      )
      if (Object.keys(changes).length === 0) return ok({ changed: false })
      await changeFarm(db, farmId, { ...columns, version: version + 1 })
      await recordEvent(db, ctx, { kind: 'farm_facts_changed', aboutFarmId: farmId, data: { changes } })
      return ok({ changed: true })
    })
  },
})

function kanaIn(typed: string): Result<string, GoodsRefusal> {
  const kana = readKana(typed)
  if (!kana.ok) return refuse('kana_unreadable', { sentence: kanaRefusalText(kana.refusal) })
  return lengthOf(kana.value) > 60 ? refuse('kana_unreadable', { sentence: '60文字以内で入力してください' }) : kana
}

function phoneIn(typed: string): Result<string, GoodsRefusal> {
  const phone = readReachablePhone(typed)
  return phone.ok
    ? ok(phoneText(phone.value))
    : refuse('phone_unreachable', { sentence: phoneRefusalText(phone.refusal) })
}
