import { data } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { roleMay } from '#authorization/staff-roles.ts'
import { cityOfPostalCode } from '#infra/postal-codes.server.ts'
import { carriers, type Temperature, temperatures } from '#kernel/enums.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { parsePrefCode } from '#kernel/place.ts'
import { csvText } from '#kernel/read-csv.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { carrierName, chosenCarrier } from '#modules/delivery/carrier-word.ts'
import { farmWaysTo } from '#modules/delivery/farm-ways.server.ts'
import { freightCsvCells, freightCsvHead, readFreightCsv } from '#modules/delivery/freight-csv.ts'
import { freightOwner } from '#modules/delivery/freight-owner.ts'
import { freightSizes, usualCarrier } from '#modules/delivery/freight-rates.ts'
import {
  asTyped,
  isGivenUp,
  readArea,
  readFigures,
  rowKey,
  rowsOfFields,
  type TypedRow,
} from '#modules/delivery/freight-table.ts'
import {
  chooseFreightCarrier,
  freightCarriers,
  freightStart,
  freightTable,
  freightTables,
  saveFreightTable,
} from '#modules/delivery/freight-tables.server.ts'
import { simulateFreight } from '#modules/delivery/simulate-freight.server.ts'
import { csvFile } from '#web/csv-file.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, type Problem, typedIn } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { checked } from '#web/read-form.server.ts'

/** The freight tables that staff keep for everyone, and a farm for itself: the same page. */
export async function freightPage(ctx: Ctx, url: URL) {
  const { farmId, owner } = freightOwner(ctx.actor)
  const tables = await freightTables(ctx)
  const used = owner === 'farm' ? await freightCarriers(ctx) : null
  const asked = url.searchParams.get('carrier')?.trim().slice(0, 40)
  const carrier = asked ? chosenCarrier(asked, '') : (used?.inUse ?? usualCarrier)
  const copy = parseId<'freightTable'>(url.searchParams.get('copy'))
  const percent = Math.min(100, Math.max(-90, parseWholeNumber(url.searchParams.get('percent') ?? '') ?? 0))
  const known = [...new Set([...carriers, ...tables.map((it) => it.carrier), ...(used?.carriers ?? []), carrier])]
  return {
    owner,
    tables,
    used,
    carrier,
    carriers: known.map((value) => ({ value, name: carrierName(value) })),
    copied: copy !== null || percent !== 0,
    percent,
    rows: await freightStart(ctx, { carrier, copy, percent }),
    basedOn: Math.max(0, ...tables.filter((it) => it.carrier === carrier).map(({ number }) => number)),
    today: jstDateOf(ctx.now),
    simulation: await simulation(ctx, url.searchParams, carrier),
    mayChange:
      can(ctx.actor, 'freight.change', { farmId }) &&
      (ctx.actor.kind !== 'staff' || roleMay(ctx.actor.role, 'freight.change')),
    formKey: crypto.randomUUID() as string,
  }
}

export type FreightPage = Awaited<ReturnType<typeof freightPage>>

async function simulation(ctx: Ctx, asked: URLSearchParams, carrier: string) {
  const typed = {
    from: parsePrefCode(asked.get('from')) ?? ('12' as const),
    to: parsePrefCode(asked.get('to')) ?? ('13' as const),
    postalCode: (asked.get('postalCode') ?? '').normalize('NFKC').replace(/\D/g, '').slice(0, 7),
    size: freightSizes.find((size) => String(size) === asked.get('size')) ?? (100 as const),
    temperature: temperatures.find((it): it is Temperature => it === asked.get('temperature')) ?? ('ambient' as const),
    on: parseJstDate(asked.get('on') ?? '') ?? jstDateOf(ctx.now),
  }
  if (!asked.has('to')) return { typed, result: undefined, ways: [] }
  return { typed, result: await simulateFreight(ctx, { ...typed, carrier }), ways: await ownWaysTo(ctx, typed) }
}

type Asked = { to: string; postalCode: string; temperature: Temperature }

/** The farm's own ways to the place of a postal code; by its prefecture alone without one. */
async function ownWaysTo(ctx: Ctx, { to, postalCode, temperature }: Asked) {
  if (freightOwner(ctx.actor).owner !== 'farm') return []
  const place = { prefectureCode: to, postalCode, city: await cityOfPostalCode(postalCode) }
  return farmWaysTo(ctx, place, temperature)
}

/** What the buttons of the page do; `here`: its address. */
export const freightAction = async (ctx: Ctx, args: { request: Request }, here: string) =>
  runJob(jobsAt(here), ctx, await formOf(args.request), args)

const jobsAt = (here: string) => ({
  save: job(saveFreightTable, {
    read: readTable,
    at: ({ refusal }) => (refusal === 'freight_from_past' ? 'validFrom' : undefined),
    done: ({ number }, { carrier, validFrom }) =>
      redirectWithFlash(
        `${here}?${new URLSearchParams({ carrier })}`,
        `${carrierName(carrier)}の送料表（第${number}版、${formatDayWithYear(validFrom)}から）を登録しました。`,
      ),
  }),
  csv: readFile,
  add: addRow,
  carrier: job(chooseFreightCarrier, {
    done: ({ carrier }) => redirectWithFlash(here, `配送会社を${carrierName(carrier)}に変更しました。`),
    at: () => 'carrier',
  }),
})

/** What the page shows after a form that led nowhere else. */
export type FreightAnswer = {
  problem: Problem
  /** What is wrong in a file, by line. */
  lines?: readonly string[]
  /** How many rows a file has filled in. */
  filled?: number
  /** The row that was added. */
  added?: string
  /** Another one for each answer that fills the fields anew. */
  turn?: string
}

const answered = (answer: FreightAnswer, status = 200) => data(answer, { status })

/** The grid, with a sentence at every row that cannot be read. */
function readTable(form: FormData, _: unknown, ctx: Ctx) {
  const typed = typedIn(form)
  const { owner } = freightOwner(ctx.actor)
  const rows = rowsOfFields(typed).filter((row) => !isGivenUp(row, owner))
  const fields: Record<string, string> = {}
  const read = rows.flatMap((row) => {
    const figures = readFigures(row)
    if (!figures.ok) fields[rowKey(row)] = figures.sentence
    const { kind, origin, destination } = row
    return figures.ok ? [{ kind, origin, destination, yen: figures.yen }] : []
  })
  if (Object.keys(fields).length > 0)
    return { ok: false as const, problem: { fields, summary: fieldsToMend, typed } satisfies Problem }
  const { carrier, validFrom, basedOn } = typed
  return checked(
    z.object(saveFreightTable.declaration.input),
    { carrier, validFrom, basedOn: Number(basedOn), rows: read },
    form,
  )
}

const cellsOf = (rows: readonly TypedRow[]): Record<string, string> =>
  Object.fromEntries(rows.flatMap((row) => row.cells.map((cell, place) => [`${rowKey(row)}:${place}`, cell])))

/** Without the figures of the grid. */
const othersOf = (typed: Record<string, string>) =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !name.includes(':')))

/** A file fills the grid, and nothing is saved; what is wrong in it is told by line, and the grid stays. */
async function readFile(ctx: Ctx, form: FormData) {
  const file = form.get('file')
  const typed = typedIn(form)
  const csv = file instanceof File && file.size > 0 ? csvText(new Uint8Array(await file.arrayBuffer())) : typed.csv
  const read = readFreightCsv(csv ?? '', freightOwner(ctx.actor).owner)
  if (!read.ok) {
    const lines = read.problems.map(({ line, sentence }) => (line > 0 ? `${line}行目：${sentence}` : sentence))
    const problem = {
      fields: { csv: 'CSVの内容に修正が必要です。' },
      summary: fieldsToMend,
      typed: { ...typed, csv: csv ?? '' },
    }
    return answered({ problem, lines }, 422)
  }
  const rows = read.rows.map(asTyped)
  const filled = { fields: {}, summary: '', typed: { ...othersOf(typed), csv: '', ...cellsOf(rows) } }
  return answered({ problem: filled, filled: rows.length, turn: crypto.randomUUID() })
}

/** A row for a prefecture, or for an island; it begins with the figures of its zone, or empty. */
async function addRow(ctx: Ctx, form: FormData) {
  const typed = typedIn(form)
  const { owner } = freightOwner(ctx.actor)
  const wish = (typed.place ?? '').normalize('NFKC').trim()
  const area = readArea(wish)
  const origin = owner === 'farm' ? '' : (readArea(typed.origin ?? '') ?? '')
  const postal = wish.replace('-', '')
  const isIsland = /^\d{3,7}$/.test(postal)
  if (!isIsland && (!area || !/^\d/.test(area)))
    return answered(
      {
        problem: {
          fields: { place: '都道府県名、または離島の郵便番号の先頭3〜7桁を入力してください（例 東京都、1001）。' },
          summary: fieldsToMend,
          typed,
        },
      },
      422,
    )
  const row: TypedRow = {
    ...(isIsland
      ? { kind: 'island' as const, origin: '', destination: postal }
      : { kind: 'lane' as const, origin, destination: area ?? '' }),
    cells: freightSizes.map(() => '0'),
  }
  const known = rowsOfFields(typed).some((it) => rowKey(it) === rowKey(row))
  return answered({
    problem: {
      fields: {},
      summary: '',
      typed: { ...typed, place: '', ...(known ? {} : cellsOf([row])) },
    },
    added: rowKey(row),
    turn: crypto.randomUUID(),
  })
}

/** A table as a file: of the ones that the caller may see. */
export async function freightFile(ctx: Ctx, url: URL): Promise<Response> {
  const id = parseId<'freightTable'>(url.searchParams.get('id'))
  if (!id) throw data(null, { status: 404 })
  const table = await freightTable(ctx, id)
  return csvFile({
    name: `freight-${table.validFrom}-${table.number}`,
    head: freightCsvHead,
    cells: freightCsvCells,
    chunks: asChunk(table.rows),
  })
}

async function* asChunk<Row>(rows: readonly Row[]) {
  yield rows
}
