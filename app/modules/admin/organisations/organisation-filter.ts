import { type OrgStatus, orgStatuses, type Side } from '#kernel/enums.ts'
import { type JstDate, parseJstDate } from '#kernel/jst.ts'
import { type PrefCode, parsePrefCode } from '#kernel/place.ts'

/** Which members are listed; a field that is null does not restrict. */
export type OrganisationFilter = {
  /** As the user typed it. */
  q: string
  side: Side | null
  status: OrgStatus | null
  prefecture: PrefCode | null
  /** Of the application date, both days included. */
  from: JstDate | null
  to: JstDate | null
}

export const organisationSorts = ['kind', 'name', 'person', 'place', 'applied', 'status'] as const
export type OrganisationSortKey = (typeof organisationSorts)[number]
export type OrganisationSort = { by: OrganisationSortKey; descending: boolean }

type Asked = { get(name: string): FormDataEntryValue | null }

const sides: readonly Side[] = ['restaurant', 'farm']

/** The filter of the list and of its file, from an address or a form; invalid values are ignored. */
export function readOrganisationFilter(asked: Asked): OrganisationFilter {
  const text = (name: string) => {
    const value = asked.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    q: text('q').replaceAll('\u0000', '').trim().slice(0, 100),
    side: sides.find((side) => side === text('side')) ?? null,
    status: orgStatuses.find((status) => status === text('status')) ?? null,
    prefecture: parsePrefCode(text('prefecture')),
    from: parseJstDate(text('from')),
    to: parseJstDate(text('to')),
  }
}

/** The filter as a query string, without unset fields. Also the key under which a selection of rows is stored. */
export function organisationFilterText(filter: Partial<OrganisationFilter>): string {
  const search = new URLSearchParams()
  for (const key of ['q', 'side', 'status', 'prefecture', 'from', 'to'] as const) {
    const value = filter[key]
    if (value) search.set(key, value)
  }
  return search.toString()
}

/**
 * Newest applications first, unless another order is asked for; in the list of waiting ones, the longest waiting first.
 */
export function readOrganisationSort(asked: Asked, { status }: OrganisationFilter): OrganisationSort {
  const by = organisationSorts.find((known) => known === asked.get('sort'))
  if (by) return { by, descending: asked.get('dir') === 'desc' }
  return { by: 'applied', descending: status !== 'submitted' }
}
