import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { inspectPdf } from './inspect-pdf.server.ts'

/** A handwritten file of a few objects; `rest`: more objects, verbatim. */
const byHand = (catalog: string, rest = '') =>
  Buffer.from(
    `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R ${catalog} >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >> endobj
${rest}
trailer << /Root 1 0 R >>
%%EOF
`,
    'latin1',
  )
const packed = (dict: string, content: Buffer | string, nth = 9) => {
  const data = deflateSync(content).toString('latin1')
  return `${nth} 0 obj << ${dict} /Filter /FlateDecode /Length ${data.length} >> stream\n${data}\nendstream endobj`
}

async function made(pages: number, objectStreams: boolean): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  for (let page = 0; page < pages; page++) pdf.addPage([595, 842]).drawText(`No. ${page} https://www.maff.go.jp/Launch`)
  return pdf.save({ useObjectStreams: objectStreams })
}

test.each([
  ['by hand', async () => byHand('')],
  ['that opens at a page, as LibreOffice writes them', async () => byHand('/OpenAction [3 0 R /XYZ null null 0]')],
  ['that opens at a page by an action', async () => byHand('/OpenAction << /S /GoTo /D [3 0 R /Fit] >>')],
  [
    'with a link to a web page',
    async () =>
      byHand('', '4 0 obj << /Type /Annot /Subtype /Link /A << /S /URI /URI (https://example.jp/Launch) >> >> endobj'),
  ],
  ['with a form to fill in', async () => byHand('/AcroForm << /Fields [] >>')],
  ['of 50 pages', async () => made(50, false)],
  ['with its objects packed', async () => made(3, true)],
  ['with a large picture', async () => byHand('', packed('/Subtype /Image', Buffer.alloc(40_000_000, 255)))],
])('a PDF %s is taken', async (_, pdf) => {
  expect(await inspectPdf(await pdf())).toBeNull()
})

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
test.each([
  ['a script when it is opened', byHand(`/OpenAction ${script}`)],
  ['a script by another object', byHand('/OpenAction 4 0 R', `4 0 obj ${script} endobj`)],
  ['a script among its names', byHand(`/Names << /JavaScript << /Names [(a) ${script}] >> >>`)],
  ['a script without its kind', byHand('/Names 4 0 R', '4 0 obj << /JS (app.alert\\(1\\)) >> endobj')],
  ['a script whose name is written in codes', byHand('/OpenAction << /S /J#61vaScript /J#53 (x) >>')],
  ['a script that is packed', byHand('', packed('/Type /ObjStm /N 1 /First 4', `4 0 ${script}`))],
  ['a script in a stream that says nothing of it', byHand('', packed('', `4 0 obj ${script} endobj`))],
  ['a script in an older revision', byHand('', `4 0 obj ${script} endobj\n4 0 obj null endobj`)],
  ['a script behind the word endstream', byHand('', `${packed('', 'endstream')}\n${packed('', `x ${script}`, 10)}`)],
  ['a script in an array', byHand('', `4 0 obj [[${script}]] endobj`)],
  ['a press that starts a program', byHand('', '4 0 obj << /A << /S /Launch /F (calc.exe) >> >> endobj')],
  ['a form that is sent', byHand('', '4 0 obj << /A << /S/SubmitForm /F (https://evil.example) >> >> endobj')],
  ['data that are fetched', byHand('', '4 0 obj << /A << /S /ImportData /F (x.fdf) >> >> endobj')],
  ['a way to a file elsewhere', byHand('', '4 0 obj << /A << /S /GoToR /F (\\\\\\\\evil\\\\x.pdf) >> >> endobj')],
  ['an address that is opened by itself', byHand('/OpenAction << /S /URI /URI (https://evil.example) >>')],
  [
    'something done by itself',
    byHand('', '4 0 obj << /AA << /O << /S /URI /URI (https://evil.example) >> >> >> endobj'),
  ],
  ['a form of XFA', byHand('/AcroForm << /XFA [(template) 4 0 R] >>')],
  ['a file within it', byHand('/Names << /EmbeddedFiles << /Names [(a.exe) 4 0 R] >> >>')],
  ['a file hung on a page', byHand('', '4 0 obj << /Subtype /FileAttachment >> endobj')],
  ['a film', byHand('', '4 0 obj << /Subtype /RichMedia >> endobj')],
])('a PDF with %s is refused', async (_, pdf) => {
  expect(await inspectPdf(pdf)).toBe('document_pdf_active')
})

test('the library finds by itself what it has written', async () => {
  const scripted = await PDFDocument.create()
  scripted.addPage()
  scripted.addJavaScript('x', 'app.alert(1)')
  const attached = await PDFDocument.create()
  attached.addPage()
  await attached.attach(Buffer.from('MZ'), 'a.exe', { mimeType: 'application/x-msdownload' })
  for (const pdf of [scripted, attached])
    for (const useObjectStreams of [true, false])
      expect(await inspectPdf(await pdf.save({ useObjectStreams }))).toBe('document_pdf_active')
})

test.each([
  ['half a file', byHand('').subarray(0, 60), 'document_pdf_broken'],
  [
    'no pages',
    Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
    'document_pdf_broken',
  ],
  ['nothing between its ends', Buffer.from('%PDF-1.7\n%%EOF'), 'document_pdf_broken'],
  ['letters between its ends', Buffer.from(`%PDF-1.7\n${'あ'.repeat(9_000)}\n%%EOF`), 'document_pdf_broken'],
  [
    'a password',
    Buffer.from(
      byHand('', '5 0 obj << /Filter /Standard /V 1 /R 2 /O (o) /U (u) /P -4 >> endobj')
        .toString('latin1')
        .replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 5 0 R /ID [<00> <00>]'),
      'latin1',
    ),
    'document_pdf_locked',
  ],
  [
    'a stream that unpacks to 200 MB',
    byHand('', packed('/Subtype /Image', Buffer.alloc(200_000_000))),
    'document_pdf_unclear',
  ],
  [
    'objects packed twice',
    byHand('', '4 0 obj << /Type /ObjStm /Filter [/FlateDecode /FlateDecode] >> endobj'),
    'document_pdf_unclear',
  ],
  [
    'objects packed by LZW',
    byHand('', '4 0 obj << /Filter /LZWDecode /Type /ObjStm >> endobj'),
    'document_pdf_unclear',
  ],
] as const)('a PDF with %s is refused', async (_, pdf, refusal) => {
  expect(await inspectPdf(pdf)).toBe(refusal)
})

test('a PDF of 51 pages is too long', async () => {
  expect(await inspectPdf(await made(51, true))).toBe('document_pdf_too_long')
})
