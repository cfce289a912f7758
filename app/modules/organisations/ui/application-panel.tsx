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
  draft: (place) => `${place}の登録は、まだ終わっていません`,
  submitted: (place) => `${place}の承認を待っています`,
  returned: (place) => `${place}の登録に、直していただきたいところがあります`,
  rejected: (place) => `${place}の登録は、承認されませんでした`,
  suspended: (place) => `${place}の利用が止まっています`,
  closed: (place) => `${place}は閉じられています`,
  approved: (place) => `${place}は承認されています`,
}

const waitsFor: Record<Side, string> = {
  restaurant: '承認されると、値段を見て注文できます。',
  farm: '承認されると、商品を出して注文を受けられます。',
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
        {it.status === 'returned' && !it.mayMend && <p>直せるのは、責任者です。</p>}
        {it.status === 'suspended' && (
          <p>新しい取引はできません。これまでに受けた・注文したものの受け渡しは、最後まで続けられます。</p>
        )}
        <p className="flex flex-wrap gap-3">
          {it.mayMend && <ButtonLink to={it.address}>直して、もう一度送る</ButtonLink>}
          {it.status === 'submitted' && (
            <ButtonLink to={it.address} kind="line">
              申しこみの内容と書類
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
    received: it.submittedAt ? `${formatDay(jstDateOf(it.submittedAt))}に受けつけました。` : null,
    papers: papersText(it),
    check:
      it.status === 'returned'
        ? `${it.reviewedAt ? formatDay(jstDateOf(it.reviewedAt)) : 'さきほど'}に確認しました。直していただくのを待っています。`
        : '担当者が内容と書類を見ています。結果はメールでお知らせします（ふつう1営業日）。',
    decision: waitsFor[it.side],
  }
}

function papersText({ paperCount, needsPapers, side }: ShownApplication): string {
  if (paperCount > 0) return `${paperCount}つ受けとりました。`
  if (!needsPapers) return 'いまの品なら、書類はいりません。'
  return side === 'restaurant'
    ? '営業許可証がまだありません。届くと、確認が早くすみます。'
    : '売るものに合う許可証などの写しを送ってください。'
}
