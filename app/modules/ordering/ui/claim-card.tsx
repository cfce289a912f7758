import { CircleCheck, Clock, PencilLine, Scale, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ClaimState } from '#kernel/enums.ts'
import { formatDay, formatDeadline, formatGrams, formatYen } from '#kernel/format.ts'
import { photoFileName } from '#modules/photos/photo.ts'
import { partsText } from '#modules/pricing/part-text.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import { claimStateWord } from '../claim-process.ts'
import { bearerWord, claimReasonWord, remedyText, wishWord } from '../claims/claim-labels.ts'
import type { ClaimPhoto, ClaimView } from '../claims/claim-queries.server.ts'
import { isInMoney, remedyYen } from '../claims/claim-terms.ts'

const appearance: Record<ClaimState, { tone: BadgeTone; Icon: typeof Clock }> = {
  opened: { tone: 'kaki', Icon: Clock },
  answered: { tone: 'ai', Icon: PencilLine },
  escalated: { tone: 'akane', Icon: Scale },
  decided: { tone: 'ai', Icon: Scale },
  settled: { tone: 'matcha', Icon: CircleCheck },
  withdrawn: { tone: 'line', Icon: Undo2 },
}

export function ClaimBadge({ state }: { state: ClaimState }) {
  const { tone, Icon } = appearance[state]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" />
      {claimStateWord[state]}
    </Badge>
  )
}

type Reader = 'restaurant' | 'farm' | 'staff'
const home: Record<Reader, string> = { restaurant: 'restaurant', farm: 'farmer', staff: 'admin' }
type Props = {
  claim: ClaimView
  now: Date
  reader: Reader
  /** What this reader can do about it. */
  children?: ReactNode
}

/** A claim, the same for all readers: what is claimed of which product, what was said, the result, and who is next. */
export function ClaimCard({ claim, now, reader, children }: Props) {
  const { line, claimed, entry } = claim
  return (
    <article aria-label={`${line.name}の報告`} className="card grid grid-cols-1 gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 grow font-bold">
          {line.name} <span className="num text-h4">{partsText(claimed.qty, claimed.part, line.unitLabel)}</span>
          {claimed.grams !== null && <span className="text-sub">（{formatGrams(claimed.grams)}）</span>}
        </p>
        <ClaimBadge state={claim.state} />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sub">
        <Fact what="状態">{claimReasonWord[claim.reason]}</Fact>
        {claim.moneyShown && (
          <Fact what="金額（税抜）">
            <span className="num-col">{formatYen(claim.amountYen)}</span>
          </Fact>
        )}
        <Fact what={reader === 'restaurant' ? 'ご希望の対応' : '飲食店の希望'}>{wishWord[claim.wish]}</Fact>
        {claim.offer && (
          <Fact what="農園の回答">{remedyText(claim.offer.kind, claim.offer.percent, yenOf(claim, claim.offer))}</Fact>
        )}
        {claim.decision && (
          <Fact what="運営の決定">
            {remedyText(claim.decision.kind, claim.decision.percent, yenOf(claim, claim.decision))}
            {reader !== 'restaurant' && `・負担者：${bearerWord[claim.decision.borneBy]}`}
          </Fact>
        )}
      </dl>
      {claim.words && <Said by={reader === 'restaurant' ? '貴店' : '飲食店'}>{claim.words}</Said>}
      <Photos photos={claim.photos.filter(({ byFarm }) => !byFarm)} reader={reader} of={line.name} />
      {claim.offer?.words && <Said by="農園">{claim.offer.words}</Said>}
      <Photos photos={claim.photos.filter(({ byFarm }) => byFarm)} reader={reader} of={`${line.name}（農園から）`} />
      {claim.decision?.words && <Said by="運営">{claim.decision.words}</Said>}
      {entry && (
        <p className="rounded-control bg-matcha-tint p-3 font-bold">
          {entry.kind === 'replacement'
            ? claim.again
              ? `代替品は、${formatDay(claim.again.deliveryOn)}にお届けします（無料）。`
              : '代替品をお送りします。'
            : !claim.moneyShown
              ? '解決済みです。'
              : isInMoney(entry.kind) && entry.yen > 0
                ? `${formatYen(entry.yen)}（税抜）を${entry.nextStatement ? '次の明細で差し引きます' : 'この注文の請求から差し引きました'}。`
                : '差し引く金額はありません。'}
        </p>
      )}
      {claim.again && (
        <p>
          <Link
            to={`/${home[reader]}/orders/${claim.again.id}`}
            className="prose-link inline-flex min-h-(--target) items-center tabular-nums"
          >
            代替品の注文 {claim.again.number}
          </Link>
        </p>
      )}
      <Next claim={claim} now={now} />
      {children}
    </article>
  )
}

/** null: this reader does not see money. */
const yenOf = (claim: ClaimView, remedy: Parameters<typeof remedyYen>[1]) =>
  claim.moneyShown ? remedyYen(claim.amountYen, remedy) : null

const Fact = ({ what, children }: { what: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-ink-2">{what}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)

const Said = ({ by, children }: { by: string; children: string }) => (
  <p className="rounded-control bg-kraft-tint p-3 text-sub wrap-anywhere whitespace-pre-line">
    <b>{by}：</b>
    {children}
  </p>
)

function Photos({ photos, reader, of }: { photos: readonly ClaimPhoto[]; reader: Reader; of: string }) {
  if (photos.length === 0) return null
  const folder = reader === 'staff' ? '/admin/media' : '/media'
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.map((photo, index) => (
        <li key={photo.key}>
          <a href={`${folder}/${photoFileName(photo.key, 'full')}`} className="block">
            <img
              src={`${folder}/${photoFileName(photo.key, 'small')}`}
              alt={`${of}の写真${index + 1}を拡大表示`}
              width={photo.width}
              height={photo.height}
              loading="lazy"
              className="photo aspect-4/3 w-28 rounded-control border border-line object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Whose turn it is, until when, and what happens without an answer. */
function Next({ claim, now }: { claim: ClaimView; now: Date }) {
  if (!claim.dueAt) return null
  const until = formatDeadline(claim.dueAt, now)
  return <p className="text-sub text-ink-2">{nextWords(claim, until)}</p>
}

function nextWords(claim: ClaimView, until: string): string {
  switch (claim.state) {
    case 'opened':
      return !claim.large
        ? `農園の回答を、${until}まで待ちます。回答がない場合は、報告どおりになります。`
        : `農園の回答を、${until}まで待ちます。回答がない場合は、運営が判断します。`
    case 'answered':
      return claim.offer?.percent === 100 && claim.offer.kind !== 'none'
        ? `飲食店の回答を、${until}まで待ちます。回答がない場合は、農園の回答どおりになります。`
        : `飲食店の回答を、${until}まで待ちます。回答がない場合は、運営が判断します。`
    case 'escalated':
      return `運営が確認中です。3営業日が目安で、遅くとも${until}に決定します。`
    case 'decided':
      return `${until}までは、1回のみ再審査を依頼できます。期限後は、決定どおりに処理されます。`
    default:
      return ''
  }
}
