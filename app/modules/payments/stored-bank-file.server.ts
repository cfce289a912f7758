import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { BankFileId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { readBankFile } from '#modules/banking/read-bank-file.ts'

export const storedFile = (db: DbOrTx, fileId: BankFileId) =>
  db
    .selectFrom('bankFiles')
    .select(['id', 'sha256', 'name', 'layout', 'rowCount', 'accountId', 'at'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow(() => new NotFound('bank file'))

/** A file as it was uploaded, and what it says. */
export async function readStored(ctx: Ctx, fileId: BankFileId) {
  const file = await storedFile(ctx.db, fileId)
  const read = readBankFile(await bytesOf(ctx.db, fileId), jstDateOf(file.at))
  if (!read.ok) throw new Error(`stored bank file ${fileId}: ${read.sentence}`)
  return { file, statement: read.statement }
}

const mebibyte = 1_048_576

/** Part by part: a file as one value would be in memory several times over before it can be read. */
async function bytesOf(db: DbOrTx, fileId: BankFileId): Promise<Uint8Array> {
  const file = db.selectFrom('bankFiles').where('id', '=', fileId)
  const { size } = await file.select(sql<number>`octet_length(bytes)`.as('size')).executeTakeFirstOrThrow()
  const bytes = new Uint8Array(size)
  for (let from = 0; from < size; from += mebibyte) {
    const { part } = await file
      .select(sql<Uint8Array>`substring(bytes from ${from + 1} for ${mebibyte})`.as('part'))
      .executeTakeFirstOrThrow()
    bytes.set(part, from)
  }
  return bytes
}
