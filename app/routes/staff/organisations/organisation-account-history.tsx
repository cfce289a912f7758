import { formatMoment } from '#kernel/format.ts'
import { passage, valueText } from '#modules/admin/audit-labels.ts'
import type { OrganisationAccount } from '#modules/admin/organisations/organisation-detail.server.ts'
import { eventWord } from '#modules/audit-log/event-labels.ts'
import { accountChangeWord } from '#modules/identity/account-changes/account-change-labels.ts'
import { accountFields, goodsIn } from '#modules/organisations/account/account-fields.ts'
import { goodsKindWord } from '#modules/organisations/approval/requirements.ts'
import { Nothing } from './organisation-account-lists.tsx'

/** The audit log of the organisation and its people, with every text that was written. */
export function History({ events }: { events: OrganisationAccount['history'] }) {
  if (events.length === 0) return <Nothing>履歴はまだありません。</Nothing>
  return (
    <ol className="grid grid-cols-1 gap-3">
      {events.map((event) => (
        <li key={event.id} data-kind={event.kind} className="border-s-4 border-line-strong ps-3">
          <p className="text-caption text-ink-2">
            {formatMoment(event.at)} {event.actorName}
          </p>
          <p className="font-bold">
            {eventWord(event.kind)} <span className="text-sub font-normal">{passage(event)}</span>
          </p>
          {event.reason && <p className="whitespace-pre-line wrap-anywhere">{event.reason}</p>}
          <Words data={event.data} />
        </li>
      ))}
    </ol>
  )
}

/** A note or a mail in full; a change field by field. */
function Words({ data }: { data: Record<string, unknown> }) {
  if (typeof data.text === 'string')
    return <p className="mt-1 rounded-control bg-tag-tint p-2 whitespace-pre-line wrap-anywhere">{data.text}</p>
  if (typeof data.goods === 'string') return <p className="text-sub">{data.goods}</p>
  if (data.change === 'email' || data.change === 'factors')
    return (
      <p className="text-sub wrap-anywhere">
        {accountChangeWord[data.change]}
        {typeof data.to === 'string' && `：${valueText(data.from)} → ${data.to}`}
      </p>
    )
  const { before, after } = data
  if (!isRecord(before) || !isRecord(after)) return null
  return (
    <ul className="text-sub wrap-anywhere">
      {Object.entries(fieldsOfHistory).map(([field, word]) =>
        field in after ? (
          <li key={field}>
            {word}：{said(field, before[field])} → {said(field, after[field])}
          </li>
        ) : null,
      )}
    </ul>
  )
}

/** The value of a field; kinds of products by their names. */
const said = (field: string, value: unknown): string =>
  field === 'goodsKinds' && typeof value === 'string'
    ? goodsIn(value)
        .map((kind) => goodsKindWord[kind])
        .join('、')
    : valueText(value)

/** Addresses were among them before their change took two administrators. */
const fieldsOfHistory = { ...accountFields, email: 'メールアドレス' }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
