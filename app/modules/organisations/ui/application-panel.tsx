import type { ReactNode } from 'react'
import type { OrgStatus, Side } from '#kernel/enums.ts'
import { formatDay } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { orgStatusTone, orgStatusWord } from '../application-process.ts'
import { placeWord } from '../sign-up/profile-labels.ts'
import { timelineOf } from '../sign-up/timeline.ts'
import { ApplicationTimeline } from './application-timeline.tsx'

export type ShownApplication = {
  side: Side
  name: string
  status: OrgStatus
  reason: string | null
  submittedAt: Date | null
  reviewedAt: Date | null
  paperCount: number
  /** Something the organisation sells requires a document; restaurants always upload their licence. */
  needsPapers: boolean
  mayMend: boolean
  /** The page that shows the whole application. */
  address: string
}

const title: Record<OrgStatus, (place: string) => string> = {
  draft: (place) => `${place}の登録は完了していません`,
  submitted: (place) => `${place}は承認待ちです`,
  returned: (place) => `${place}の登録内容に修正が必要です`,
  rejected: (place) => `${place}の登録は承認されませんでした`,
  suspended: (place) => `${place}の利用が停止されています`,
  closed: (place) => `${place}は退会済みです`,
  approved: (place) => `${place}は承認されています`,
}

const waitsFor: Record<Side, string> = {
  restaurant: '価格の閲覧と注文は、承認後にできます。',
  farm: '商品の出品と受注は、承認後にできます。',
}

/**
 * The home page before the organisation is approved, or after it was suspended: its status, the reason, and what to do.
 */
export default function ApplicationPanel({ application: it }: { application: ShownApplication }) {
  const place = placeWord[it.side]
  return (
    <Card lined aria-labelledby="application">
      <div className="grid grid-cols-1 gap-4 p-4 md:p-6">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="application" className="text-h3 font-bold">
            {title[it.status](place)}
          </h2>
          <Badge tone={orgStatusTone[it.status]}>{orgStatusWord[it.status]}</Badge>
        </div>
        {it.reason && (
          <Notice tone={it.status === 'returned' ? 'tag' : 'akane'}>
            <b className="block">運営からのお知らせ</b>
            <span className="whitespace-pre-line">{it.reason}</span>
          </Notice>
        )}
        {(it.status === 'submitted' || it.status === 'returned') && (
          <ApplicationTimeline states={timelineOf({ ...it, hasPapers: it.paperCount > 0 })} said={saidOf(it)} />
        )}
        {it.status === 'returned' && !it.mayMend && <p>修正できるのは責任者のみです。</p>}
        {it.status === 'suspended' && (
          <p>新しい取引はできません。これまでの注文・受注の受け渡しは、最後まで続けられます。</p>
        )}
        <p className="flex flex-wrap gap-3">
          {it.mayMend && <ButtonLink to={it.address}>修正して再送する</ButtonLink>}
          {it.status === 'submitted' && (
            <ButtonLink to={it.address} kind="line">
              申込内容と書類
            </ButtonLink>
          )}
          <ButtonLink to="/restaurant/Inquiry" kind="line">
            問い合わせる
          </ButtonLink>
        </p>
      </div>
    </Card>
  )
}

/** The text of each stage: known dates, and what is still to do. */
export function saidOf(it: ShownApplication): Record<'received' | 'papers' | 'check' | 'decision', ReactNode> {
  return {
    received: it.submittedAt ? `${formatDay(jstDateOf(it.submittedAt))}に受け付けました。` : null,
    papers: papersText(it),
    check:
      it.status === 'returned'
        ? `${it.reviewedAt ? formatDay(jstDateOf(it.reviewedAt)) : '先ほど'}に確認しました。修正をお待ちしています。`
        : '担当者が内容と書類を確認しています。結果はメールでお知らせします（通常1営業日）。',
    decision: waitsFor[it.side],
  }
}

function papersText({ paperCount, needsPapers, side }: ShownApplication): string {
  if (paperCount > 0) return `${paperCount}点を受領しました。`
  if (!needsPapers) return '現在の販売品目では、書類は不要です。'
  return side === 'restaurant'
    ? '営業許可証が未提出です。提出後は確認が早く進みます。'
    : '販売品目に応じた許可証などの写しを送信してください。'
}
