import { encode } from 'iconv-lite'
import type { Ctx } from '#authorization/ctx.ts'
import type { OwnBankAccountId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { importBankFile, uploadBankFile } from '#modules/payments/import-bank-file.server.ts'

export type Transfer = { payer: string; yen: number }

/** What came in on a day, imported as the bank's file and matched as far as it needs nobody. */
export async function importDeposits(
  ctx: Ctx,
  accountId: OwnBankAccountId,
  day: JstDate,
  transfers: readonly Transfer[],
  fileOf = 'nyukin',
): Promise<void> {
  const date = day.replaceAll('-', '')
  const rows = transfers.map(({ payer, yen }) => `${date},振込 ${payer},${yen},,,`)
  const bytes = encode(`${['日付,摘要,入金金額,出金金額,残高,メモ', ...rows].join('\r\n')}\r\n`, 'cp932')
  const file = await uploadBankFile(ctx, {
    key: `demo-upload-${fileOf}-${day}`,
    bytes: new Uint8Array(bytes),
    fileName: `${fileOf}-${date}.csv`,
    accountId,
  })
  if (!file.ok) throw new Error(`bank file of ${day}: ${file.refusal}`)
  const imported = await importBankFile(ctx, { key: `demo-import-${fileOf}-${day}`, fileId: file.value.fileId })
  if (!imported.ok) throw new Error(`bank file of ${day}: ${imported.refusal}`)
}
