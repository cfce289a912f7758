import { PDFDocument } from '@cantoo/pdf-lib'

/** Several PDFs as one, page after page; each part is read when the one before it is in. */
export async function joinPdfs(title: string, parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const whole = await PDFDocument.create()
  whole.setTitle(title)
  for await (const part of parts) {
    const source = await PDFDocument.load(part)
    for (const page of await whole.copyPages(source, source.getPageIndices())) whole.addPage(page)
  }
  return whole.save()
}
