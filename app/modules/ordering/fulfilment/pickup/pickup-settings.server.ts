import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import { emailRefusalText, readEmail } from '#kernel/email.ts'
import { carriers } from '#kernel/enums.ts'
import type { FarmId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { YesNo } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { AnyCarrierIn } from '#modules/delivery/any-carrier.ts'
import { usualCutoffOf } from '#modules/delivery/pickup-deadline.ts'
import { pickupRefusals } from './pickup-refusals.ts'

export type PickupSettings = {
  /** One of the enum, or another one by its name. */
  carrier: string
  /** Of the day in Japan. */
  cutoffMinute: number
  /** Empty: it is not written to. */
  depotEmail: string
  depotPhone: string
  /** The carrier comes every day without being asked. */
  regular: boolean
  /** 0 until they are first saved. */
  version: number
}

/** `17:00`, as a form or a program writes a time of day. */
const TimeIn = z
  .string('時刻は 17:00 の形式で入力してください。')
  .transform((text) => /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.normalize('NFKC').trim()))
  .refine((match) => match !== null, '時刻は 17:00 の形式で入力してください。')
  .transform((match) => Number(match?.[1]) * 60 + Number(match?.[2]))

const DepotEmailIn = z
  .string()
  .default('')
  .transform((typed, issue): string => {
    if (typed.trim() === '') return ''
    const email = readEmail(typed)
    if (email.ok) return email.value
    issue.addIssue({ code: 'custom', message: emailRefusalText(email.refusal) })
    return z.NEVER
  })

const DepotPhoneIn = z
  .string()
  .default('')
  .transform((typed) =>
    typed
      .normalize('NFKC')
      .replace(/[‐‑–—―−ー]/g, '-')
      .trim(),
  )
  .refine((phone) => /^[\d-]{0,20}$/.test(phone), '電話番号は数字とハイフンで入力してください（例 0267-12-3456）。')

/**
 * How each carrier is asked to come; what is usual where the farm has stated nothing. `others`: of which by their names it is asked
 * besides those that the farm has stated.
 */
export async function pickupSettingsOf(
  db: DbOrTx,
  farmId: FarmId,
  others: readonly string[] = [],
): Promise<PickupSettings[]> {
  const rows = await db
    .selectFrom('pickupSettings')
    .selectAll()
    .where('farmId', '=', farmId)
    .orderBy('carrier')
    .execute()
  const asked = new Set([...carriers, ...rows.map(({ carrier }) => carrier), ...others])
  return [...asked].map((carrier) => {
    const row = rows.find((it) => it.carrier === carrier)
    return row
      ? {
          carrier,
          cutoffMinute: row.cutoffMinute,
          depotEmail: row.depotEmail,
          depotPhone: row.depotPhone,
          regular: row.regular,
          version: row.version,
        }
      : {
          carrier,
          cutoffMinute: usualCutoffOf(carrier),
          depotEmail: '',
          depotPhone: '',
          regular: false,
          version: 0,
        }
  })
}

/** What the depot of one carrier has told the farm. */
export const savePickupSettings = mutation({
  name: 'pickup.settings',
  permission: 'labels.change',
  input: {
    carrier: AnyCarrierIn,
    cutoff: TimeIn.describe('当日の集荷の受付時刻（例 17:00）。日曜・祝日・12月は前日のこの時刻'),
    depotEmail: DepotEmailIn.describe('営業所のメールアドレス。空の場合、メールは送信しません'),
    depotPhone: DepotPhoneIn.describe('営業所の電話番号'),
    regular: YesNo.default(false).describe('定期集荷。依頼は不要になります'),
    version: z.int().min(0).describe('取得した値をそのまま送信します。初回は0'),
  },
  refusals: pickupRefusals('changed_meanwhile', 'key_reused'),
  run: async (ctx, { carrier, cutoff: cutoffMinute, depotEmail, depotPhone, regular, version }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'labels.change', { farmId })
    const values = { cutoffMinute, depotEmail, depotPhone, regular }
    const saved = await (version === 0
      ? ctx.db
          .insertInto('pickupSettings')
          .values({ farmId, carrier, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
      : ctx.db
          .updateTable('pickupSettings')
          .set({ ...values, version: version + 1 })
          .where('farmId', '=', farmId)
          .where('carrier', '=', carrier)
          .where('version', '=', version)
          .returning('version')
    ).executeTakeFirst()
    if (!saved) return refuse('changed_meanwhile')
    await recordEvent(ctx.db, ctx, { kind: 'pickup_settings_changed', aboutFarmId: farmId, data: { carrier, regular } })
    return ok({ version: saved.version })
  },
})
