import { inOwnProcess } from '#infra/own-process.server.ts'
import { drawPapers, type PapersJob } from '#modules/packing-papers/draw-papers.ts'

/** Fewer orders take less time and memory than a process of their own does. */
const mostHere = 30

/** The papers of a day as a PDF; those of a long day are drawn in a process of their own (server/draw-papers.ts). */
export async function drawDayPapers(job: PapersJob): Promise<Uint8Array> {
  if (job.day.orders.length > mostHere)
    return inOwnProcess('draw-papers', job, { megabytes: 220, milliseconds: 120_000 })
  // the libraries are loaded with the first PDF
  const [{ letterWidth, pdfOf }, { joinPdfs }] = await Promise.all([
    import('#infra/pdf.server.ts'),
    import('#infra/join-pdfs.server.ts'),
  ])
  return drawPapers(job, { letters: letterWidth, pdfOf, joinPdfs })
}
