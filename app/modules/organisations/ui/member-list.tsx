import { Crown, Mail, QrCode } from 'lucide-react'
import { Suspense } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Head } from '#ui/head.tsx'
import { Crest } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { authorityText } from '../members/member-labels.ts'
import type { ListedMember, MemberList, OpenInvitation } from '../members/member-list.server.ts'
// The forms stand below who works here, and their script comes after it.
import InviteForm from './invite-form.tsx' with { load: 'later' }
import MemberForm from './member-form.tsx' with { load: 'later' }
import type { MemberProblem } from './member-problem.ts'

export type ShownQr = { id: string; size: number; path: string; until: Date }
type Props = {
  list: MemberList
  formKey: string
  /** Whether the user has proved who they are within the last ten minutes. */
  fresh: boolean
  problem: MemberProblem | undefined
  qr: ShownQr | undefined
}

/** The members, with their rights; and for owners the invitations. Every step has its own form. */
export default function MembersView({ list, formKey, fresh, problem, qr }: Props) {
  const { side, members, mayManage, lastOwner } = list
  const self = members.find((member) => member.self)
  return (
    <div className={`grid grid-cols-1 gap-8 ${mayManage ? 'lg:grid-cols-2 lg:items-start' : ''}`}>
      {problem && (
        <Notice tone="akane" className="col-span-full">
          {problem.summary}
        </Notice>
      )}
      <section aria-labelledby="people" className="grid grid-cols-1 gap-3">
        <h2 id="people">
          <Head as="span" className="text-h3">
            現在のメンバー
          </Head>
        </h2>
        <ul className="grid grid-cols-1 gap-3">
          {members.map((member) => (
            <MemberCard
              key={member.id}
              {...{ member, side, fresh, problem }}
              mayManage={mayManage && !(member.self && lastOwner)}
            />
          ))}
        </ul>
        {!mayManage && <p className="text-sub text-ink-2">メンバーと権限を変更できるのは、責任者のみです。</p>}
      </section>
      {mayManage && (
        <section aria-labelledby="invitations" className="grid grid-cols-1 gap-3">
          <h2 id="invitations" className="scroll-mt-20">
            <Head as="span" className="text-h3">
              招待
            </Head>
          </h2>
          {list.invitations.length > 0 && (
            <ul className="grid grid-cols-1 gap-3">
              {list.invitations.map((invitation) => (
                <InvitationCard
                  key={invitation.id}
                  invitation={invitation}
                  side={side}
                  fresh={fresh}
                  problem={problem?.typed.id === invitation.id ? problem : undefined}
                  qr={qr?.id === invitation.id ? qr : undefined}
                />
              ))}
            </ul>
          )}
          <Suspense>
            <InviteForm side={side} formKey={formKey} fresh={fresh} problem={problem} />
          </Suspense>
        </section>
      )}
      {self && !lastOwner && <Leave organisation={list.organisation} />}
      {lastOwner && (
        <p className="text-sub text-ink-2">
          責任者が1名のみのため、役割の変更や脱退はできません。先に、他のメンバーを責任者に設定してください。
        </p>
      )}
    </div>
  )
}

type Side = MemberList['side']

function MemberCard({
  member,
  side,
  fresh,
  mayManage,
  problem,
}: {
  member: ListedMember
  side: Side
  fresh: boolean
  mayManage: boolean
  problem: MemberProblem | undefined
}) {
  const own = problem?.typed.membershipId === member.id ? problem : undefined
  return (
    <li className="card">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 p-4">
        <Crest kanji={[...member.name][0] ?? ''} className="mt-1 shrink-0 text-pine" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="flex flex-wrap items-center gap-2">
            <b className="text-h4">{member.name}</b>
            {member.self && <Badge tone="line">ご自身</Badge>}
            {member.suspended && <Badge tone="akane">停止中</Badge>}
          </p>
          <p className="text-sub wrap-anywhere text-ink-2">{member.email}</p>
        </div>
        <Badge tone={member.role === 'owner' ? 'pine' : 'tag'}>
          {member.role === 'owner' && <Crown aria-hidden="true" />}
          {authorityText(side, member)}
        </Badge>
      </div>
      {mayManage && (
        <Disclosure
          summary={
            <>
              {member.self ? '変更する' : '変更・削除'}
              <span className="visually-hidden">（{member.name} さん）</span>
            </>
          }
          open={own !== undefined || undefined}
          className="border-t border-line px-4"
        >
          <Suspense>
            <MemberForm member={member} side={side} fresh={fresh} problem={own} />
          </Suspense>
        </Disclosure>
      )}
    </li>
  )
}

type InvitationProps = Pick<Props, 'fresh' | 'problem' | 'qr'> & { invitation: OpenInvitation; side: Side }

function InvitationCard({ invitation, side, fresh, problem, qr }: InvitationProps) {
  const busy = useNavigation().state !== 'idle'
  const { email, expired } = invitation
  return (
    <li className="card grid grid-cols-1 gap-3 p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        {email ? (
          <Mail aria-hidden="true" className="mt-0.5 shrink-0 text-pine" />
        ) : (
          <QrCode aria-hidden="true" className="mt-0.5 shrink-0 text-pine" />
        )}
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-bold wrap-anywhere">{email ?? 'QRコードでの招待'}</p>
          <p className="text-sub text-ink-2">
            {invitation.inviter} さんから・{authorityText(side, invitation)}
          </p>
        </div>
        <Badge tone={expired ? 'akane' : 'tag'}>
          {expired ? '期限切れ' : `${formatMoment(invitation.expiresAt)}まで`}
        </Badge>
      </div>
      {expired && (
        <p className="text-sub">
          {email
            ? '7日以内に回答がありませんでした。リンクは使用できません。「再送する」で、新しいリンクを送信できます。'
            : '7日以内に使用されませんでした。「QRコードを表示」で、新しいコードを発行できます。'}
        </p>
      )}
      {qr && <Qr qr={qr} mailed={email !== null} />}
      <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
        <input type="hidden" name="id" value={invitation.id} />
        {problem?.fields.currentPassword && (
          <div className="basis-full">
            <ProofField id={`invitation-${invitation.id}-proof`} fresh={fresh} problem={problem} />
          </div>
        )}
        {email && (
          <Button kind="line" name="intent" value="resend" busy={busy}>
            再送する<span className="visually-hidden">（{email}）</span>
          </Button>
        )}
        <Button kind="line" name="intent" value="qr" busy={busy}>
          QRコードを表示{email && <span className="visually-hidden">（{email}への招待）</span>}
        </Button>
        <Confirm
          kind="danger"
          name="intent"
          value="revoke"
          question={`${email ?? 'QRコード'}の招待を取り消しますか`}
          consequence="送信したリンクも、表示したQRコードも使用できなくなります。"
          confirm="取り消す"
        >
          招待を取り消す<span className="visually-hidden">（{email ?? 'QRコード'}）</span>
        </Confirm>
      </Form>
    </li>
  )
}

/** Black on white in both themes: a camera has to read it. */
const Qr = ({ qr, mailed }: { qr: ShownQr; mailed: boolean }) => (
  <div className="grid grid-cols-1 items-center gap-4 sm:grid-cols-[auto_minmax(0,1fr)]">
    <svg
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      role="img"
      aria-label="招待のQRコード"
      shapeRendering="crispEdges"
      className="size-56 rounded-control border border-line bg-white"
    >
      <path d={qr.path} fill="#000" />
    </svg>
    <p>
      相手のスマートフォンのカメラで読み取ってもらってください。この画面を閉じると、同じコードは表示できません（もう一度押すと、新しいコードを発行します）。
      {mailed && '先にメールで送信したリンクは、使用できなくなりました。'}
    </p>
  </div>
)

const Leave = ({ organisation }: { organisation: string }) => (
  <Form method="post">
    <Confirm
      kind="text"
      name="intent"
      value="leave"
      question="メンバーから脱退しますか"
      consequence={`${organisation}の画面を開けなくなります。再度参加するには、招待が必要です。`}
      confirm="脱退する"
    >
      メンバーから脱退する
    </Confirm>
  </Form>
)
