import { z } from 'zod'
import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Carrier } from '#kernel/enums.ts'
import type { FarmId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { CarrierName, OrderIdIn } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { AnyCarrierIn } from '#modules/delivery/any-carrier.ts'
import type { ReturnedColumns } from '#modules/delivery/carrier-files/read-returned.ts'
import type { StatedCodes } from '#modules/delivery/carrier-files/shipment.ts'
import { lockOrder } from '#modules/ordering/order-store.server.ts'
import { labelRefusals } from './label-refusals.ts'

export type Contract = {
  customerCode: string
  freightCode: string
  stated: StatedCodes
  columns: ReturnedColumns | null
}

export type LabelSettings = {
  /** Of every order for which no other one is chosen. */
  carrier: Carrier
  contracts: Record<Carrier, Contract>
  /** 0 until they are first saved. */
  version: number
}

/** The code that a carrier bills, of up to 12 digits; as it is typed it may have hyphens. */
const CodeIn = z
  .string()
  .default('')
  .transform((text) => text.normalize('NFKC').replace(/[\s‐‑–—―−ー-]/g, ''))
  .refine((code) => /^\d{0,12}$/.test(code), '数字12桁以内で入力してください。')

const FreightCodeIn = z
  .string()
  .default('01')
  .transform((text) => text.normalize('NFKC').trim())
  .refine((code) => /^\d{2}$/.test(code), '数字2桁で入力してください（例 01）。')

/** As the carrier's program lists it; empty: not stated. */
const StatedCodeIn = (shape: RegExp, sentence: string) =>
  z
    .string()
    .default('')
    .transform((text) => text.normalize('NFKC').trim())
    .refine((code) => shape.test(code), sentence)
const CoolCodeIn = StatedCodeIn(/^\d{0,2}$/, '数字2桁以内で入力してください（例 1）。')

/** Which carrier the farm uses, and under which contracts. */
export const labelSettings = query('labels.see', async (ctx): Promise<LabelSettings> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'labels.see', { farmId })
  return readSettings(ctx.db, farmId)
})

export async function readSettings(db: DbOrTx, farmId: FarmId): Promise<LabelSettings> {
  const settings = await db
    .selectFrom('labelSettings')
    .select(['carrier', 'version'])
    .where('farmId', '=', farmId)
    .executeTakeFirst()
  const rows = await db.selectFrom('carrierContracts').selectAll().where('farmId', '=', farmId).execute()
  const contractOf = (carrier: Carrier): Contract => {
    const row = rows.find((it) => it.carrier === carrier)
    const { customerNumberColumn, trackingNumberColumn } = row ?? {}
    return {
      customerCode: row?.customerCode ?? '',
      freightCode: row?.freightCode ?? '01',
      stated: { chilled: row?.chilledCode ?? '', frozen: row?.frozenCode ?? '', evening: row?.eveningCode ?? '' },
      columns:
        typeof customerNumberColumn === 'number' && typeof trackingNumberColumn === 'number'
          ? { customerNumber: customerNumberColumn, trackingNumber: trackingNumberColumn }
          : null,
    }
  }
  return {
    carrier: settings?.carrier ?? 'yamato',
    contracts: { yamato: contractOf('yamato'), sagawa: contractOf('sagawa'), japanpost: contractOf('japanpost') },
    version: settings?.version ?? 0,
  }
}

export const saveLabelSettings = mutation({
  name: 'labels.settings',
  permission: 'labels.change',
  input: {
    carrier: CarrierName.describe('通常使用する配送会社'),
    yamatoCode: CodeIn.describe('ヤマト運輸の請求先顧客コード（数字12桁以内）'),
    yamatoFreightCode: FreightCodeIn.describe('ヤマト運輸の運賃管理番号（数字2桁）'),
    sagawaCode: CodeIn.describe('佐川急便のお客様コード（数字12桁以内）'),
    japanpostChilled: CoolCodeIn.describe('ゆうプリRの保冷のコード（冷蔵）。空欄は未確認'),
    japanpostFrozen: CoolCodeIn.describe('ゆうプリRの保冷のコード（冷凍）。空欄は未確認'),
    japanpostEvening: StatedCodeIn(/^(\d{2})?$/, '数字2桁で入力してください（例 00）。').describe(
      'ゆうプリRの配達希望時間帯のコード（19〜21時）。空欄は時間指定なし',
    ),
    version: z.int().min(0).describe('取得した値をそのまま送信します。初回は0'),
  },
  refusals: labelRefusals('changed_meanwhile', 'key_reused'),
  run: async (ctx, { carrier, version, ...codes }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'labels.change', { farmId })
    const saved = await (version === 0
      ? ctx.db
          .insertInto('labelSettings')
          .values({ farmId, carrier })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
      : ctx.db
          .updateTable('labelSettings')
          .set({ carrier, version: version + 1 })
          .where('farmId', '=', farmId)
          .where('version', '=', version)
          .returning('version')
    ).executeTakeFirst()
    if (!saved) return refuse('changed_meanwhile')
    const contracts = [
      { ...none, carrier: 'yamato' as const, customerCode: codes.yamatoCode, freightCode: codes.yamatoFreightCode },
      { ...none, carrier: 'sagawa' as const, customerCode: codes.sagawaCode },
      {
        ...none,
        carrier: 'japanpost' as const,
        chilledCode: codes.japanpostChilled,
        frozenCode: codes.japanpostFrozen,
        eveningCode: codes.japanpostEvening,
      },
    ]
    await ctx.db
      .insertInto('carrierContracts')
      .values(contracts.map((it) => ({ ...it, farmId })))
      .onConflict((conflict) =>
        conflict.columns(['farmId', 'carrier']).doUpdateSet((row) => ({
          customerCode: row.ref('excluded.customerCode'),
          freightCode: row.ref('excluded.freightCode'),
          chilledCode: row.ref('excluded.chilledCode'),
          frozenCode: row.ref('excluded.frozenCode'),
          eveningCode: row.ref('excluded.eveningCode'),
        })),
      )
      .execute()
    await recordEvent(ctx.db, ctx, { kind: 'label_settings_changed', aboutFarmId: farmId, data: { carrier } })
    return ok({ version: saved.version })
  },
})

const none = {
  customerCode: '',
  freightCode: '01',
  chilledCode: '',
  frozenCode: '',
  eveningCode: '',
  customerNumberColumn: null,
  trackingNumberColumn: null,
}

/** Another carrier for one order, until it has left. */
export const chooseCarrier = mutation({
  name: 'labels.carrier',
  permission: 'labels.change',
  input: { orderId: OrderIdIn, carrier: AnyCarrierIn },
  refusals: labelRefusals('wrong_state', 'key_reused'),
  run: async (ctx, { orderId, carrier }) => {
    const order = await lockOrder(ctx.db, orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'labels.change', order)
    if (!labelledStates.some((state) => state === order.state)) return refuse('wrong_state')
    await ctx.db
      .insertInto('orderCarriers')
      .values({ orderId, carrier })
      .onConflict((conflict) => conflict.column('orderId').doUpdateSet({ carrier }))
      .execute()
    return ok({ orderId })
  },
})

/** Orders whose parcels may get a label: accepted, and not all of it has left. */
export const labelledStates = ['accepted', 'preparing', 'partly_shipped'] as const
