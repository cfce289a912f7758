import { nameRefusal, nameRefusalText } from '#kernel/name.ts'
import { readTenths } from '#modules/ordering/fulfilment/receipt.ts'
import type { ReceiptFacts } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'

/** What the kitchen recorded beside the lines: who received it, and the temperatures. */
export function readReceipt(form: FormData): { facts: ReceiptFacts; fields: Record<string, string> } {
  const fields: Record<string, string> = {}
  const receivedBy = String(form.get('receivedBy') ?? '').trim()
  if (receivedBy === '' || receivedBy.length > 60) fields.receivedBy = refusalText('receiver_missing')
  const wrongName = nameRefusal(receivedBy)
  if (wrongName) fields.receivedBy = nameRefusalText[wrongName]
  const tenthsOf = (name: 'chilled' | 'frozen') => {
    const tenths = readTenths(form.get(name))
    if (tenths === undefined) fields[name] = refusalText('temperature_not_believable')
    return tenths ?? null
  }
  const [chilledTenths, frozenTenths] = [tenthsOf('chilled'), tenthsOf('frozen')]
  return { facts: { receivedBy, chilledTenths, frozenTenths, note: '', photos: [] }, fields }
}

/** The keys of photos that a refused form had already uploaded: `kept.<line>.<key>`. */
export const keptIn = (typed: Record<string, string> | undefined, of: string): string[] =>
  Object.keys(typed ?? {}).flatMap((name) => (name.startsWith(`kept.${of}.`) ? [name.slice(of.length + 6)] : []))
