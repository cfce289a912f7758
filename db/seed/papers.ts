import { createHash } from 'node:crypto'
import papers from './data/papers.json' with { type: 'json' }

/** Documents that are a page of text. */
const letters = { letter: 'liquor retail licence', licence: 'restaurant licence' } as const

export type PaperName = keyof typeof papers | keyof typeof letters

/** A demo document in the file store: drawn beforehand, marked as a specimen. */
export type Paper = { mediaType: 'image/webp' | 'application/pdf'; bytes: Buffer; fileKey: string }

export function paperOf(name: PaperName): Paper {
  if (name === 'letter' || name === 'licence')
    return { mediaType: 'application/pdf', bytes: letter(letters[name]), fileKey: keyOf(name) }
  return { mediaType: 'image/webp', bytes: Buffer.from(papers[name], 'base64'), fileKey: keyOf(name) }
}

/** The same in every demo, and 32 characters of 0-9a-z, like our own keys. */
const keyOf = (name: PaperName) => createHash('sha256').update(`demo paper ${name}`).digest('hex').slice(0, 32)

/** The smallest valid PDF: one page, one line. */
function letter(title: string): Buffer {
  const words = `BT /F1 20 Tf 60 760 Td (Specimen: ${title}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${words.length} >>\nstream\n${words}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  text += offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
