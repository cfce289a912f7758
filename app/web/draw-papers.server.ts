import { joinPdfs } from '#infra/join-pdfs.server.ts'
import { inOwnProcess } from '#infra/own-process.server.ts'
import { letterWidth, pdfOf } from '#infra/pdf.server.ts'
import { drawPapers, type PapersJob } from '#modules/packing-papers/draw-papers.ts'

/** Fewer orders take less time and memory than a process of their own does. */
const mostHere = 30

/** The papers of a day as a PDF; those of a long day are drawn in a process of their own (server/draw-papers.ts). */
export const drawDayPapers = (job: PapersJob): Promise<Uint8Array> =>
  job.day.orders.length <= mostHere
    ? drawPapers(job, { letters: letterWidth, pdfOf, joinPdfs })
    : inOwnProcess('draw-papers', job, { megabytes: 220, milliseconds: 120_000 })
