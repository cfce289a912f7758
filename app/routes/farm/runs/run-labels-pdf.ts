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
import { notPrintable } from '../papers/not-printable.ts'
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
