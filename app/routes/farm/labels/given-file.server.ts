import { z } from 'zod'
import { parseWholeNumber } from '#kernel/text.ts'
import { importLabels } from '#modules/ordering/fulfilment/labels/import-labels.server.ts'

const Given = z.object(importLabels.declaration.input)

/** The returned file as the forms of the page carry it: in base64, with the chosen columns and the ticked rows. */
export function givenFile(
  form: FormData,
): { ok: true; value: z.output<typeof Given> } | { ok: false; sentence: string } {
  const column = (name: string) => parseWholeNumber(form.get(name)) ?? undefined
  const read = Given.safeParse({
    file: form.get('file'),
    fileName: form.get('fileName'),
    carrier: form.get('carrier') || undefined,
    customerNumberColumn: column('customerNumberColumn'),
    trackingNumberColumn: column('trackingNumberColumn'),
    confirmed: form.getAll('confirmed').flatMap((line) => parseWholeNumber(line) ?? []),
  })
  if (read.success) return { ok: true, value: read.data }
  return { ok: false, sentence: read.error.issues[0]?.message ?? 'ファイルを読み取れません。' }
}
