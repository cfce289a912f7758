import { type OrderId, parseId } from '#kernel/ids.ts'

/** The fields of the form of a day: every order has its own, and its lines theirs as on the page of one receipt. */
export const arrivalField = {
  /** Ticked: it is received. */
  take: (id: OrderId) => `take.${id}`,
  key: (id: OrderId) => `key.${id}`,
  /** The ids of its lines, so that a device can divide the form without a server. */
  lines: (id: OrderId) => `of.${id}`,
  chilled: (id: OrderId) => `chilled.${id}`,
  frozen: (id: OrderId) => `frozen.${id}`,
}

export type ArrivalForm = { orderId: OrderId; form: FormData }

/**
 * One form for every ticked order, with the fields of the page of its receipt (inspection-form.ts, receipt-form.ts):
 * the server reads both alike, and a device queues them one by one. A line whose row was not opened is 〇.
 */
export function divideArrivals(form: FormData): ArrivalForm[] {
  return [...form.keys()].flatMap((name) => {
    const orderId = name.startsWith('take.') ? parseId<'order'>(name.slice(5)) : null
    return orderId ? [{ orderId, form: formOfOrder(form, orderId) }] : []
  })
}

function formOfOrder(form: FormData, id: OrderId): FormData {
  const own = new FormData()
  own.set('key', form.get(arrivalField.key(id)) ?? '')
  own.set('receivedBy', form.get('receivedBy') ?? '')
  own.set('chilled', form.get(arrivalField.chilled(id)) ?? '')
  own.set('frozen', form.get(arrivalField.frozen(id)) ?? '')
  const lines = new Set(lineIdsIn(form, id))
  for (const [name, value] of form) if (lines.has(lineOf(name))) own.append(name, value)
  for (const line of lines) if (!own.has(`verdict.${line}`)) own.set(`verdict.${line}`, 'ok')
  return own
}

const lineIdsIn = (form: FormData, id: OrderId): string[] =>
  String(form.get(arrivalField.lines(id)) ?? '')
    .split(',')
    .filter(Boolean)

/** `qty.<line>`, `kept.<line>.<photo>`. */
const lineOf = (name: string): string => name.split('.')[1] ?? ''

/** Whether a field is about this order or one of its lines. */
export const isAbout = (name: string, id: OrderId, lines: readonly { id: string }[]): boolean =>
  lineOf(name) === id || lines.some((line) => line.id === lineOf(name))
