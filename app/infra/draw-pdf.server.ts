import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

/** `pdfOf` of pdf.server.ts, whose libraries (0.2 s of CPU, 30 MB) are loaded with the first PDF. */
export const drawPdf = async (paper: TDocumentDefinitions): Promise<Buffer> =>
  (await import('./pdf.server.ts')).pdfOf(paper)
