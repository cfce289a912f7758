import type { table } from './constants.ts'

/** `single` is one row, `multi` toggles rows, `range` toggles and selects all rows between two. */
export type SelectionMode = (typeof table.selections)[number]

export type Selection = {
  /** Row ids, including those of other pages. */
  chosen: ReadonlySet<string>
  /** Every row of the filter, whatever page it is on. */
  all: boolean
  /** The row pressed last, where a range begins. */
  anchor: string | null
  /** The filter changed and cleared a selection. */
  lost: boolean
}

export type SelectionAction =
  | { kind: 'toggle'; id: string }
  | { kind: 'only'; id: string }
  /** `order` is the rows of the page in their order. */
  | { kind: 'range'; id: string; order: readonly string[] }
  | { kind: 'head'; order: readonly string[] }
  | { kind: 'all' }
  | { kind: 'clear' }
  | { kind: 'filter_changed' }

export const nothingChosen: Selection = { chosen: new Set(), all: false, anchor: null, lost: false }

/** The selection after a press. It does not depend on which rows exist elsewhere, so sorting and paging keep it. */
export function select(before: Selection, action: SelectionAction): Selection {
  switch (action.kind) {
    case 'toggle':
      return { ...nothingChosen, chosen: toggled(before, action.id), anchor: action.id }
    case 'only':
      return { ...nothingChosen, chosen: new Set([action.id]), anchor: action.id }
    case 'range':
      return rangeOf(before, action.id, action.order)
    case 'head':
      return { ...nothingChosen, chosen: headPressed(before, action.order) }
    case 'all':
      return { ...before, all: true, lost: false }
    case 'clear':
      return nothingChosen
    case 'filter_changed':
      return { ...nothingChosen, lost: before.chosen.size > 0 }
  }
}

function toggled({ chosen, all }: Selection, id: string): Set<string> {
  const after = new Set(chosen)
  if (!after.delete(id) && !all) after.add(id)
  return after
}

/** All rows from the last pressed one to this one get the state of this one; without a first row it is a toggle. */
function rangeOf(before: Selection, id: string, order: readonly string[]): Selection {
  const [from, to] = [order.indexOf(before.anchor ?? ''), order.indexOf(id)]
  if (from < 0 || to < 0) return select(before, { kind: 'toggle', id })
  const chosen = new Set(before.chosen)
  const joins = !chosen.has(id)
  for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (joins) chosen.add(each)
    else chosen.delete(each)
  }
  return { ...nothingChosen, chosen, anchor: id }
}

export type HeadState = 'none' | 'some' | 'every'

/** The state of the checkbox in the heading for the rows of the page. */
export function headState({ chosen, all }: Selection, order: readonly string[]): HeadState {
  if (all && order.length > 0) return 'every'
  const count = order.filter((id) => chosen.has(id)).length
  if (count === 0) return 'none'
  return count === order.length ? 'every' : 'some'
}

/** Pressed when it is mixed or full, the heading clears the page; rows of other pages stay. */
function headPressed(before: Selection, order: readonly string[]): Set<string> {
  if (headState(before, order) === 'none') return new Set([...before.chosen, ...order])
  if (before.all) return new Set()
  const here = new Set(order)
  return new Set([...before.chosen].filter((id) => !here.has(id)))
}
