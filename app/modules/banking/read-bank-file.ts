import type { JstDate } from '#kernel/jst.ts'
import { mostStatementBytes, type ReadStatement } from './bank-statement.ts'
import { withoutFileEnd } from './file-end.ts'
import { readStatementCsv } from './statement-csv.ts'
import { looksLikeZengin, readZenginStatement } from './zengin-statement.ts'

/** Reads a file of a bank about its movements, in any layout that we know. */
export function readBankFile(bytes: Uint8Array, today: JstDate): ReadStatement {
  const refused = (sentence: string): ReadStatement => ({ ok: false, line: null, sentence })
  if (bytes.length === 0) return refused('ファイルが空です。')
  if (bytes.length > mostStatementBytes)
    return refused('ファイルが大きすぎます（24MBまで）。期間を分けて取得してください。')
  if (bytes.includes(0)) return refused('銀行の明細ではないファイルです（文字以外のデータが含まれています）。')
  const records = withoutFileEnd(bytes)
  return looksLikeZengin(records) ? readZenginStatement(records, today) : readStatementCsv(records, today)
}
