import { nameRefusal, nameRefusalText } from '#kernel/name.ts'
import { readTenths, receiptText } from '#modules/ordering/fulfilment/receipt.ts'

/** What the kitchen recorded beside the lines: who received it, and the temperatures. */
export function readReceipt(form: FormData) {
  const fields: Record<string, string> = {}
  const receivedBy = String(form.get('receivedBy') ?? '').trim()
  if (receivedBy === '' || receivedBy.length > 60) fields.receivedBy = receiptText.receiver
  const wrongName = nameRefusal(receivedBy)
  if (wrongName) fields.receivedBy = nameRefusalText[wrongName]
  const tenthsOf = (name: 'chilled' | 'frozen') => {
    const tenths = readTenths(form.get(name))
    if (tenths === undefined) fields[name] = receiptText.temperature
    return tenths ?? null
  }
  const [chilledTenths, frozenTenths] = [tenthsOf('chilled'), tenthsOf('frozen')]
  return { facts: { receivedBy, chilledTenths, frozenTenths }, fields }
}

/** The keys of photos that a refused form had already uploaded: `kept.<line>.<key>`. */
export const keptIn = (typed: Record<string, string> | undefined, of: string): string[] =>
  Object.keys(typed ?? {}).flatMap((name) => (name.startsWith(`kept.${of}.`) ? [name.slice(of.length + 6)] : []))
