import { Download, X } from 'lucide-react'
import { Form } from 'react-router'
import { auditTrail, type FoundSubject, findSubjects, nameOfSubject } from '#modules/admin/audit.server.ts'
import { auditFilterIn, auditQuery, subjectText } from '#modules/admin/audit-filter.ts'
import { subjectWord } from '#modules/admin/audit-labels.ts'
import { AuditList } from '#modules/admin/ui/audit-list.tsx'
import { eventGroups } from '#modules/audit-log/event-labels.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { DateRangeField } from '#ui/fields/date-range-field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { cursorText, parseCursor } from '#web/cursor.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/audit.ts'

export const meta: Route.MetaFunction = () => ownMeta('履歴（管理）')

/** `?q=` offers the possible subjects; the list is that of the selected one (`about`). */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const asked = new URL(request.url).searchParams
  const filter = auditFilterIn(asked)
  const after = parseCursor<'event'>(asked.get('after'))
  const { rows, next } = await auditTrail(ctx, filter, after)
  const q = (asked.get('q') ?? '').slice(0, 100).trim()
  return {
    rows,
    filter,
    query: auditQuery(filter),
    subjectName: await nameOfSubject(ctx, filter.subject),
    q,
    found: q === '' ? null : await findSubjects(ctx, q),
    isFirst: after === null,
    next: next && cursorText(next),
  }
})

export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { rows, filter, query, subjectName, q, found, isFirst, next } = loaderData
  const { subject } = filter
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h2">
          <Head as="span">履歴</Head>
        </h1>
        <ButtonLink kind="line" to={`/admin/audit.csv?${query}`} reloadDocument download>
          <Download aria-hidden="true" />
          <Explained inControl>CSV</Explained>
        </ButtonLink>
      </div>
      <Form key={query} role="search" className="flex flex-wrap items-end gap-3 [--target-lg:2.75rem]">
        {subject && <input type="hidden" name="about" value={subjectText(subject)} />}
        <TextField label="利用者・農園・飲食店・担当者・番号" name="q" defaultValue={q} className="w-72" />
        <SelectField label="操作" name="kind" defaultValue={filter.kind ?? ''} className="w-56">
          <option value="">すべて</option>
          {Object.entries(eventGroups).map(([group, kinds]) => (
            <optgroup key={group} label={group}>
              {Object.entries(kinds).map(([kind, word]) => (
                <option key={kind} value={kind}>
                  {word}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <DateRangeField
          label="期間"
          from={{ label: '開始日', name: 'from', defaultValue: filter.from }}
          to={{ label: '終了日', name: 'to', defaultValue: filter.to }}
        />
        <Button kind="line">絞り込む</Button>
      </Form>
      {found && <Found q={q} found={found} query={query} />}
      {subject && (
        <p className="flex flex-wrap items-center gap-3">
          <span>
            {subjectWord[subject.of]}「<b>{subjectName ?? '削除済み'}</b>」の履歴
          </span>
          <ButtonLink kind="text" to={`?${auditQuery({ ...filter, subject: null })}`}>
            <X aria-hidden="true" />
            解除
          </ButtonLink>
        </p>
      )}
      <AuditList rows={rows} />
      <nav aria-label="ページ" className="flex flex-wrap gap-3">
        {!isFirst && (
          <ButtonLink kind="line" to={`?${query}`}>
            先頭へ戻る
          </ButtonLink>
        )}
        {next && (
          <ButtonLink kind="line" to={`?${query}&after=${encodeURIComponent(next)}`}>
            次の50件
          </ButtonLink>
        )}
      </nav>
    </div>
  )
}

function Found({ q, found, query }: { q: string; found: FoundSubject[]; query: string }) {
  if (found.length === 0) return <p role="status">「{q}」に一致する利用者や農園は見つかりませんでした。</p>
  return (
    <nav aria-label="履歴の対象" className="flex flex-wrap items-center gap-2">
      {found.map((it) => {
        const to = new URLSearchParams(query)
        to.set('about', subjectText(it))
        return (
          <Link key={it.id} to={`?${to}`} className="chip [--target:2.75rem]">
            <span className="text-caption">{subjectWord[it.of]}</span> {it.name}
            {it.more && <span className="text-caption">{it.more}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
