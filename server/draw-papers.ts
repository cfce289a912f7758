import { joinPdfs } from '#infra/join-pdfs.server.ts'
import { letterWidth, pdfOf } from '#infra/pdf.server.ts'
import { drawPapers, type PapersJob } from '#modules/packing-papers/draw-papers.ts'

/** A program of its own (app/infra/own-process.server.ts): the papers of one day come in, and their PDF goes out. */
process.once('message', async ({ task }: { task: PapersJob }) => {
  const bytes = await drawPapers(task, { letters: letterWidth, pdfOf, joinPdfs })
  process.send?.(bytes)
})
