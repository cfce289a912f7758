import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { paperChoice } from '#modules/packing-papers/paper-choice.ts'
import { runLabels } from '#modules/packing-papers/run-labels.server.ts'
import { drawDayPapers } from '#web/draw-papers.server.ts'
import { page } from '#web/page.server.ts'
import { pdfFile } from '#web/pdf-file.ts'
import { readForm } from '#web/read-form.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/run-labels-pdf.ts'

const { parts: _, ...labelChoice } = paperChoice
/** What the address does not say. */
const usual = { sheet: 'a4_12', start: '1', rightTenths: '0', downTenths: '0' }

/** The labels of a run's day, `/farmer/runs/:id/labels.pdf?day=2026-11-26&sheet=a4_12&…`; today's by default. */
export const loader = page(async (ctx, { params, request, context }: Route.LoaderArgs) => {
  requireFarm(ctx.actor)
  const runId = parseId<'run'>(params.id)
  const asked = { day: jstDateOf(ctx.now), ...usual, ...Object.fromEntries(new URL(request.url).searchParams) }
  const form = new FormData()
  for (const [name, value] of Object.entries(asked)) form.append(name, value)
  const read = readForm(z.object(labelChoice), form)
  if (!runId) throw new NotFound('run')
  if (!read.ok) return notPrintable(read.problem.fields)
  const origin = context.get(requestFacts).secureOrigin
  const bytes = await runLabels(ctx, { runId, ...read.value }, { origin, draw: drawDayPapers })
  return pdfFile(bytes, `run-labels-${read.value.day.replaceAll('-', '')}.pdf`)
})

const words: Readonly<Record<string, string>> = {
  day: '出荷日',
  sheet: 'ラベル用紙',
  start: '印刷を開始する位置',
  rightTenths: '右へのずれ',
  downTenths: '下へのずれ',
}

/** What is wrong with the choice, one sentence to a line: the address of a file has no page with fields. */
const notPrintable = (fields: Readonly<Record<string, string>>) =>
  new Response(
    Object.entries(fields)
      .map(([name, sentence]) => `${words[name] ?? name}：${sentence}`)
      .join('\n'),
    { status: 422, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } },
  )
