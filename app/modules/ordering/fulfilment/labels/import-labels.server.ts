import { createHash } from 'node:crypto'
import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type Carrier, carriers } from '#kernel/enums.ts'
import { type FarmId, newId, type ParcelId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Base64, CarrierName, Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { type KnownParcel, type PlannedLabel, planLabels } from '#modules/delivery/carrier-files/plan-labels.ts'
import {
  mostReturnedRows,
  type ReadReturned,
  type ReturnedColumns,
  type ReturnedRow,
  readReturned,
} from '#modules/delivery/carrier-files/read-returned.ts'
import { readCustomerNumber } from '#modules/delivery/carrier-files/shipment.ts'
import { parseOtherNumber, parseTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { isSent } from '#modules/ordering/order.ts'
import { labelRefusals } from './label-refusals.ts'
import { labelledStates, readSettings } from './label-settings.server.ts'

/** 10,000 rows of B2クラウド are some 3 MB. */
export const mostLabelBytes = 6_000_000

const ColumnIn = z.int().min(0).max(199)

/** A file that a carrier's program wrote back, and what the farm says of it. */
const returnedFile = {
  file: Base64('ファイル', mostLabelBytes, 'ファイルが大きすぎます（6MBまで）。').describe(
    '送り状発行ソフトが書き出したCSVファイルそのもの（base64）',
  ),
  fileName: Text(1, 200).describe('ファイル名'),
  carrier: CarrierName.optional().describe('列を指定する場合の配送会社。省略時は見出しから判断'),
  customerNumberColumn: ColumnIn.optional().describe('お客様管理番号の列（0から）。見出しで判断できない場合に指定'),
  trackingNumberColumn: ColumnIn.optional().describe('送り状番号の列（0から）'),
} as const
export type ReturnedFile = z.output<z.ZodObject<typeof returnedFile>>

export type LabelPlan =
  | { ok: true; carrier: Carrier | null; columns: ReturnedColumns; rows: PlannedLabel[] }
  | Extract<ReadReturned, { ok: false }>

/** What the import of a file would do, row by row; nothing is changed. */
export const planLabelImport = query('labels.change', async (ctx, given: ReturnedFile): Promise<LabelPlan> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'labels.change', { farmId })
  const read = await readGiven(ctx, farmId, given)
  if (!read.ok) return read
  const rows = await planned(ctx, farmId, read.rows, given.carrier ?? read.carrier)
  return { ok: true, carrier: read.carrier, columns: read.columns, rows }
})

/**
 * Puts the numbers of a returned file on their parcels: the rows that raise no question, and those that the farm has
 * confirmed by their line. The same file again changes nothing. The orders are locked in one order and the file is compared
 * once more under the locks, so two imports at once count once, and a box that leaves meanwhile keeps its number.
 */
export const importLabels = mutation({
  name: 'labels.import',
  permission: 'labels.change',
  input: {
    ...returnedFile,
    confirmed: z
      .array(z.int().min(1))
      .max(mostReturnedRows)
      .default([])
      .describe('確認が必要な行のうち、取り込む行の番号（ファイルの行）'),
  },
  refusals: labelRefusals('unreadable', 'columns_unknown', 'same_column', 'key_reused'),
  same: ({ file, ...rest }) => ({ ...rest, file: sha256Of(Buffer.from(file, 'base64')) }),
  run: async (ctx, { confirmed, key: _, ...given }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'labels.change', { farmId })
    if (given.customerNumberColumn !== undefined && given.customerNumberColumn === given.trackingNumberColumn)
      return refuse('same_column')
    const file = await readGiven(ctx, farmId, given)
    const read = orRefused(file)
    if (!read.ok) return read
    await lockOrdersOf(ctx, farmId, read.value.rows)
    const carrier = given.carrier ?? read.value.carrier
    const rows = await planned(ctx, farmId, read.value.rows, carrier)
    const said = new Set(confirmed)
    const fresh = rows.filter(({ what, line }) => what === 'new' || (what === 'asked' && said.has(line)))
    const counts = {
      written: fresh.length,
      same: countOf(rows, 'same'),
      blank: countOf(rows, 'blank'),
      unknown: countOf(rows, 'unknown'),
      left: rows.length - fresh.length - countOf(rows, 'same') - countOf(rows, 'blank') - countOf(rows, 'unknown'),
    }
    await rememberColumns(ctx, farmId, given)
    if (fresh.length > 0) await writeLabels(ctx, farmId, { given, fresh, count: rows.length })
    return ok(counts)
  },
})

const countOf = (rows: readonly PlannedLabel[], what: PlannedLabel['what']) =>
  rows.filter((row) => row.what === what).length

type Read = Extract<ReadReturned, { ok: true }>

function orRefused(read: ReadReturned): Result<Read, 'unreadable' | 'columns_unknown'> {
  if (read.ok) return ok(read)
  return read.why === 'columns' ? refuse('columns_unknown') : refuse('unreadable', { sentence: read.sentence })
}

/** By what the farm says of this file, by the file itself, or by what the farm once said of such a file. */
async function readGiven(ctx: Ctx, farmId: FarmId, given: ReturnedFile): Promise<ReadReturned> {
  const bytes = new Uint8Array(Buffer.from(given.file, 'base64'))
  const { customerNumberColumn, trackingNumberColumn } = given
  const said =
    customerNumberColumn !== undefined && trackingNumberColumn !== undefined
      ? { customerNumber: customerNumberColumn, trackingNumber: trackingNumberColumn }
      : null
  const read = readReturned(bytes, said)
  if (read.ok || read.why !== 'columns') return read
  const { contracts } = await readSettings(ctx.db, farmId)
  for (const carrier of carriers) {
    const { columns } = contracts[carrier]
    const remembered = columns && readReturned(bytes, columns)
    if (remembered?.ok && remembered.rows.some(({ customerNumber }) => readCustomerNumber(customerNumber)))
      return { ...remembered, carrier }
  }
  return read
}

/** A label is printed at most this long before or after its order's day; older orders have other numbers of purchases. */
const daysAround = 120

/** The orders that the rows name, as far as they are the farm's own. */
function ordersNamed(ctx: Ctx, farmId: FarmId, rows: readonly ReturnedRow[]) {
  const names = [...new Set(rows.flatMap(({ customerNumber }) => readCustomerNumber(customerNumber)?.order ?? []))]
  return ctx.db
    .selectFrom('orders')
    .where('orders.farmId', '=', farmId)
    .where('orders.shipOn', '>=', addDays(jstDateOf(ctx.now), -daysAround))
    .where((it) => it(it.fn<string>('substr', ['orders.number', it.lit(8)]), 'in', names.length > 0 ? names : ['']))
}

async function lockOrdersOf(ctx: Ctx, farmId: FarmId, rows: readonly ReturnedRow[]): Promise<void> {
  await ordersNamed(ctx, farmId, rows).select('orders.id').orderBy('orders.id').forUpdate().execute()
}

/** `carrier`: whose file it is; null: it does not say, and each parcel goes by the carrier that its order is meant for. */
async function planned(
  ctx: Ctx,
  farmId: FarmId,
  rows: readonly ReturnedRow[],
  carrier: Carrier | null,
): Promise<PlannedLabel[]> {
  const usual = (await readSettings(ctx.db, farmId)).carrier
  const parcels = await ordersNamed(ctx, farmId, rows)
    .innerJoin('parcels', 'parcels.orderId', 'orders.id')
    .leftJoin('orderCarriers', 'orderCarriers.orderId', 'orders.id')
    .select([
      'orders.id as orderId',
      'orders.number',
      'orders.state',
      'orders.shipTo',
      'orderCarriers.carrier as chosen',
    ])
    .select(['parcels.id as parcelId', 'parcels.ordinal', 'parcels.trackingNumber', 'parcels.labelNumber'])
    .select(['parcels.shippedAt', 'parcels.unusedAt', 'parcels.tracked'])
    .execute()
  const known = parcels.map(
    (it): KnownParcel => ({
      parcelId: it.parcelId,
      orderId: it.orderId,
      order: it.number.slice(7),
      ordinal: it.ordinal,
      orderNumber: it.number,
      restaurant: it.shipTo.restaurant,
      trackingNumber: it.trackingNumber ?? it.labelNumber,
      carrier: carrier ?? it.chosen ?? usual,
      open: it.tracked && !isSent(it) && !it.unusedAt && labelledStates.some((state) => state === it.state),
    }),
  )
  return planLabels(rows, known, await takenNumbers(ctx, farmId, rows))
}

/** Which of the farm's parcels have one of the numbers of the file already. */
async function takenNumbers(ctx: Ctx, farmId: FarmId, rows: readonly ReturnedRow[]): Promise<Map<string, ParcelId[]>> {
  const given = [
    ...new Set(
      rows.flatMap(({ trackingNumber }) => {
        const read = parseTrackingNumber(trackingNumber)
        const asItIs = parseOtherNumber(trackingNumber) ?? []
        return read.ok ? [read.value, `0${read.value}`] : [`0${trackingNumber}`, asItIs].flat()
      }),
    ),
  ]
  // a cell may hold anything, also what the database refuses
  const numbers = given.filter((it) => /^[\dA-Z]{1,40}$/i.test(it))
  if (numbers.length === 0) return new Map()
  const found = await ctx.db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.orderId')
    .select(['parcels.id', 'parcels.trackingNumber', 'parcels.labelNumber'])
    .where('orders.farmId', '=', farmId)
    .where((is) => is.or([is('parcels.trackingNumber', 'in', numbers), is('parcels.labelNumber', 'in', numbers)]))
    .execute()
  const taken = new Map<string, ParcelId[]>()
  for (const { id, trackingNumber, labelNumber } of found) {
    const number = trackingNumber ?? labelNumber
    if (number) taken.set(number, [...(taken.get(number) ?? []), id])
  }
  return taken
}

async function rememberColumns(
  ctx: Ctx,
  farmId: FarmId,
  { carrier, customerNumberColumn, trackingNumberColumn }: ReturnedFile,
): Promise<void> {
  if (!carrier || customerNumberColumn === undefined || trackingNumberColumn === undefined) return
  await ctx.db
    .insertInto('carrierContracts')
    .values({ farmId, carrier, customerNumberColumn, trackingNumberColumn })
    .onConflict((conflict) =>
      conflict.columns(['farmId', 'carrier']).doUpdateSet({ customerNumberColumn, trackingNumberColumn }),
    )
    .execute()
}

type Fresh = { given: ReturnedFile; fresh: readonly PlannedLabel[]; count: number }

async function writeLabels(ctx: Ctx, farmId: FarmId, { given, fresh, count }: Fresh): Promise<void> {
  const id = newId<'labelFile'>()
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: 'labels_imported',
    aboutFarmId: farmId,
    data: { fileId: id, name: given.fileName, labels: fresh.length, rows: count },
  })
  await ctx.db
    .insertInto('labelFiles')
    .values({
      id,
      farmId,
      name: given.fileName,
      sha256: sha256Of(Buffer.from(given.file, 'base64')),
      rowCount: count,
      eventId,
      at: ctx.now,
    })
    .execute()
  const labels = fresh.flatMap(({ parcel, trackingNumber }) =>
    parcel
      ? [
          {
            parcelId: parcel.parcelId,
            carrier: parcel.carrier,
            trackingNumber,
            fileId: id,
            at: ctx.now,
          },
        ]
      : [],
  )
  const atOnce = 2_000
  for (let from = 0; from < labels.length; from += atOnce)
    await ctx.db
      .insertInto('parcelLabels')
      .values(labels.slice(from, from + atOnce))
      .execute()
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
