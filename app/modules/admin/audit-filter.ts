import type { AdminId, FarmId, InquiryId, OrderId, PersonId, RestaurantId } from '#kernel/ids.ts'
import { parseId } from '#kernel/ids.ts'
import { type JstDate, parseJstDate } from '#kernel/jst.ts'
import { isEventKind } from '#modules/audit-log/event-labels.ts'

/** What the history can be filtered by. A person or an administrator is also found as the actor. */
export type AuditSubject =
  | { of: 'person'; id: PersonId }
  | { of: 'admin'; id: AdminId }
  | { of: 'farm'; id: FarmId }
  | { of: 'restaurant'; id: RestaurantId }
  | { of: 'order'; id: OrderId }
  | { of: 'inquiry'; id: InquiryId }

export type AuditFilter = {
  subject: AuditSubject | null
  kind: string | null
  /** Days in Japan, both included. */
  from: JstDate | null
  to: JstDate | null
}

/** From an address or a form; invalid values are ignored. */
export function auditFilterIn(asked: { get(name: string): unknown }): AuditFilter {
  const kind = asked.get('kind')
  return {
    subject: subjectIn(asked.get('about')),
    kind: typeof kind === 'string' && isEventKind(kind) ? kind : null,
    from: parseJstDate(asked.get('from')),
    to: parseJstDate(asked.get('to')),
  }
}

/** `farm:<id>`, as written in an address. */
export const subjectText = ({ of, id }: Pick<AuditSubject, 'of' | 'id'>): string => `${of}:${id}`

function subjectIn(text: unknown): AuditSubject | null {
  const [of, written] = typeof text === 'string' ? text.split(':') : []
  const id = parseId(written)
  if (!id) return null
  switch (of) {
    case 'person':
      return { of, id: id as PersonId }
    case 'admin':
      return { of, id: id as AdminId }
    case 'farm':
      return { of, id: id as FarmId }
    case 'restaurant':
      return { of, id: id as RestaurantId }
    case 'order':
      return { of, id: id as OrderId }
    case 'inquiry':
      return { of, id: id as InquiryId }
    default:
      return null
  }
}

/** The filter as a query string, without the unset fields. */
export function auditQuery({ subject, kind, from, to }: AuditFilter): string {
  const query = new URLSearchParams()
  if (subject) query.set('about', subjectText(subject))
  if (kind) query.set('kind', kind)
  if (from) query.set('from', from)
  if (to) query.set('to', to)
  return query.toString()
}
