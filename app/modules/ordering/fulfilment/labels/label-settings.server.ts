import { z } from 'zod'
import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Carrier } from '#kernel/enums.ts'
import type { FarmId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { CarrierName, OrderIdIn } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import type { ReturnedColumns } from '#modules/delivery/carrier-files/read-returned.ts'
import { lockOrder } from '#modules/ordering/order-store.server.ts'
import { labelRefusals } from './label-refusals.ts'

export type Contract = { customerCode: string; freightCode: string; columns: ReturnedColumns | null }

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
    carrier: CarrierName.describe('通常使用する運送会社'),
    yamatoCode: CodeIn.describe('ヤマト運輸の請求先顧客コード（数字12桁以内）'),
    yamatoFreightCode: FreightCodeIn.describe('ヤマト運輸の運賃管理番号（数字2桁）'),
    sagawaCode: CodeIn.describe('佐川急便のお客様コード（数字12桁以内）'),
    version: z.int().min(0).describe('取得した値をそのまま送信します。初回は0'),
  },
  refusals: labelRefusals('changed_meanwhile', 'key_reused'),
  run: async (ctx, { carrier, yamatoCode, yamatoFreightCode, sagawaCode, version }) => {
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
      { farmId, carrier: 'yamato' as const, customerCode: yamatoCode, freightCode: yamatoFreightCode },
      { farmId, carrier: 'sagawa' as const, customerCode: sagawaCode, freightCode: '01' },
    ]
    await ctx.db
      .insertInto('carrierContracts')
      .values(contracts.map((it) => ({ ...it, customerNumberColumn: null, trackingNumberColumn: null })))
      .onConflict((conflict) =>
        conflict.columns(['farmId', 'carrier']).doUpdateSet((row) => ({
          customerCode: row.ref('excluded.customerCode'),
          freightCode: row.ref('excluded.freightCode'),
        })),
      )
      .execute()
    await recordEvent(ctx.db, ctx, { kind: 'label_settings_changed', aboutFarmId: farmId, data: { carrier } })
    return ok({ version: saved.version })
  },
})

/** Another carrier for one order, until it has left. */
export const chooseCarrier = mutation({
  name: 'labels.carrier',
  permission: 'labels.change',
  input: { orderId: OrderIdIn, carrier: CarrierName },
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
