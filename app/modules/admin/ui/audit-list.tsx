import { formatDayWithYear, formatTime } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { eventWord } from '#modules/audit-log/event-labels.ts'
import { Badge } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import type { AuditRow } from '../audit.server.ts'
import { actorKindWord, type Detail, detailsOf, fieldWord, passage, subjectWord } from '../audit-labels.ts'

const heads = ['日時', '操作者', '操作', '対象', '変更前 → 変更後・理由'] as const

/** The history, newest first. The subject of an event links to its own history. */
export const AuditList = ({ rows }: { rows: readonly AuditRow[] }) => (
  <PlainTable label="履歴の一覧" heads={heads} className="min-w-[60rem]">
    {rows.map((row) => (
      <Row key={row.id} row={row} />
    ))}
  </PlainTable>
)

function Row({ row }: { row: AuditRow }) {
  const states = passage(row)
  const details = detailsOf(row.data)
  return (
    <tr className="border-b border-line align-top last:border-b-0 hover:bg-ai-tint">
      <td className="px-3 py-2 whitespace-nowrap tabular-nums">
        <time dateTime={row.at.toISOString()}>
          {formatDayWithYear(jstDateOf(row.at))}
          <b className="block">{formatTime(row.at)}</b>
        </time>
      </td>
      <td className="px-3 py-2">
        <b className="block">{row.actorName}</b>
        <span className="text-caption text-ink-2">{actorKindWord[row.actorKind]}</span>
      </td>
      <th scope="row" className="px-3 py-2 text-start font-bold">
        {eventWord(row.kind)}
      </th>
      <td className="px-3 py-2">
        <ul>
          {row.about.map((it) => (
            <li key={it.id}>
              <span className="text-caption text-ink-2">{subjectWord[it.of]} </span>
              {it.of === 'document' ? (
                it.name
              ) : (
                <Link to={`?about=${it.of}:${it.id}`} className="prose-link inline-block py-1">
                  {it.name}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </td>
      <td className="px-3 py-2">
        {states && <Badge tone="ai">{states}</Badge>}
        {row.reason && <p className="whitespace-pre-line wrap-anywhere">{row.reason}</p>}
        {details.length > 0 && <Details details={details} />}
      </td>
    </tr>
  )
}

const Details = ({ details }: { details: readonly Detail[] }) => (
  <details>
    <summary className="min-h-8 cursor-pointer py-1 text-ink-2">詳細</summary>
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 pb-2">
      {details.map(({ what, before, after }) => (
        <div key={what} className="contents">
          <dt className="text-ink-2">{fieldWord(what)}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">
            {before !== null && (
              <>
                <del className="bg-akane-tint">{before}</del> →{' '}
              </>
            )}
            {before === null ? after : <ins className="bg-matcha-tint no-underline">{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  </details>
)
