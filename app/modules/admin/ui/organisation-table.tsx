import { useCallback } from 'react'
import { formatMoment } from '#kernel/format.ts'
import { sideWord } from '#modules/organisations/org-ref.ts'
import { OrgStatusBadge, SideIcon } from '#modules/organisations/ui/org-badges.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Bulk } from '#ui/table-bulk-bar.tsx'
import type { Column } from '#ui/table-column.ts'
import { prefectureName } from '../organisations/organisation-csv.ts'
import type { OrganisationRow } from '../organisations/organisation-list.server.ts'

const columns: readonly Column<OrganisationRow>[] = [
  {
    key: 'name',
    head: '店名・農園名',
    sort: true,
    nowrap: true,
    cell: ({ name, side }) => (
      <span className="inline-flex items-center gap-2">
        <SideIcon side={side} />
        {name}
      </span>
    ),
  },
  { key: 'kind', head: '種別', sort: true, nowrap: true, cell: ({ side }) => sideWord[side] },
  { key: 'person', head: '氏名', sort: true, nowrap: true, cell: ({ personName }) => personName },
  {
    key: 'place',
    head: '所在地',
    sort: true,
    nowrap: true,
    cell: ({ prefectureCode, city }) => `${prefectureName(prefectureCode)} ${city}`.trim(),
  },
  {
    key: 'applied',
    head: '申込日時',
    sort: true,
    nowrap: true,
    cell: ({ appliedAt }) => <span className="tabular-nums">{formatMoment(appliedAt)}</span>,
  },
  {
    key: 'status',
    head: 'ステータス',
    sort: true,
    nowrap: true,
    cell: ({ status }) => <OrgStatusBadge status={status} />,
  },
]

type OrganisationTableProps = {
  members: readonly OrganisationRow[]
  /** Of all pages. */
  total: number
  filter: string
  filtered: boolean
  descending: boolean
  /** The member whose panel is open. */
  current: string | undefined
  /** The query string, with its question mark: the panel opens over the same list. */
  search: string
  bulk: Bulk
}

/** One row per member. The selection survives sorting and paging. */
export function OrganisationTable({ members, descending, search, ...rest }: OrganisationTableProps) {
  const linkOf = useCallback(({ ref }: OrganisationRow) => `/admin/users/${ref}${search}`, [search])
  return (
    <DataTable
      {...rest}
      caption="会員の一覧"
      noun="会員"
      columns={columns}
      rows={members}
      rowId={refOf}
      rowName={nameOf}
      rowLink={linkOf}
      sort={{ by: 'applied', direction: descending ? 'desc' : 'asc' }}
      selection="range"
      empty={{ noData: '会員はまだいません', noMatch: '条件に一致する会員はいません' }}
    />
  )
}

const refOf = ({ ref }: OrganisationRow) => ref
const nameOf = ({ name }: OrganisationRow) => name
