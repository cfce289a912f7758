import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import { drawPdf } from '#infra/draw-pdf.server.ts'
import { dayPapers, outlineTest } from '#modules/packing-papers/day-papers.server.ts'
import { paperChoice, papersFileName } from '#modules/packing-papers/paper-choice.ts'
import { drawDayPapers } from '#web/draw-papers.server.ts'
import { page } from '#web/page.server.ts'
import { pdfFile } from '#web/pdf-file.ts'
import { readForm } from '#web/read-form.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/papers-pdf.ts'
import { notPrintable } from './not-printable.ts'

/**
 * The papers of a day as one PDF, `/farmer/papers.pdf?day=2026-11-24&parts=labels&…`, with the fields of the form of
 * /farmer/papers; with `outline` the outlines of its labels.
 */
export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  requireFarm(ctx.actor)
  const asked = new URL(request.url).searchParams
  const form = new FormData()
  for (const [name, value] of asked) form.append(name, value)
  if (asked.has('outline')) {
    const read = readForm(z.object(outline), form)
    if (!read.ok) return notPrintable(read.problem.fields)
    const { sheet, rightTenths: xTenths, downTenths: yTenths } = read.value
    return pdfFile(await outlineTest(ctx, sheet, { xTenths, yTenths }, drawPdf), 'label-test.pdf')
  }
  const origin = context.get(requestFacts).secureOrigin
  const read = readForm(z.object(paperChoice), form)
  if (!read.ok) return notPrintable(read.problem.fields)
  return pdfFile(await dayPapers(ctx, read.value, { origin, draw: drawDayPapers }), papersFileName(read.value.day))
})

const { sheet, rightTenths, downTenths } = paperChoice
const outline = { sheet, rightTenths, downTenths }
