import type { ReactNode } from 'react'
import { Form, redirectDocument } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#access/ctx.ts'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { type FactorResetId, type MembershipId, type PersonId, parseId } from '#kernel/ids.ts'
import { refuse } from '#kernel/result.ts'
import { type IdentityProof, identityProofs } from '#kernel/words.ts'
import { passage, valueText } from '#modules/admin/audit-words.ts'
import { type MemberAccount, memberAccount, memberApplication } from '#modules/admin/members/member-detail.server.ts'
import { eventWord } from '#modules/history/event-words.ts'
import {
  askForPersonReset,
  confirmPersonReset,
  type WaitingPersonReset,
  withdrawPersonReset,
} from '#modules/identity/person-factor-reset.server.ts'
import {
  type PersonResetRefusal,
  personResetRefusalText,
  proofWord,
} from '#modules/identity/person-factor-reset-words.ts'
import { viewCookie } from '#modules/identity/session.ts'
import { beginView } from '#modules/identity/views/begin-view.server.ts'
import { viewRefusalText } from '#modules/identity/views/view-words.ts'
import { stateWord } from '#modules/ordering/order-words.ts'
import { accountFields, goodsIn } from '#modules/organisations/account/account-fields.ts'
import { liftPerson, suspendPerson } from '#modules/organisations/account/suspend-person.server.ts'
import { goodsKindWord } from '#modules/organisations/approval/requirements.ts'
import { documentKindWord } from '#modules/organisations/documents/document.ts'
import { organisationRefusalText } from '#modules/organisations/refusal-text.ts'
import { OrgStatusBadge, SideBadge } from '#modules/organisations/ui/org-badges.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { formKey, formOf, invalid, parseForm, refused, words } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { page, pageAction } from '../page.server.ts'
import { requestFacts } from '../request-context.ts'
import { keepCookie } from '../session-cookie.server.ts'
import type { Route } from './+types/member-account.ts'
import { orgIn } from './member-org.server.ts'
import { ModalPage } from './modal-page.tsx'
import { requireStaff } from './require-staff.server.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.application.applicant.name ?? '会員'}のアカウント（管理）｜畝と皿` },
]

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const { adminId: me } = requireStaff(ctx)
  const org = orgIn(params)
  return {
    me,
    ref: params.ref,
    application: await memberApplication(ctx, org, findPostalAddress),
    account: await memberAccount(ctx, org),
    key: crypto.randomUUID(),
  }
})

const Step = z.object({
  do: z.enum(['suspend', 'lift', 'view', 'reset', 'confirm', 'withdraw']),
  key: formKey(),
  person: z.string(),
  membership: z.string().default(''),
  proof: z.enum(identityProofs).nullable().catch(null).default(null),
  reset: z.string().default(''),
  reason: words(2_000).default(''),
})

export const action = pageAction(async (ctx, { request, params, context }: Route.ActionArgs) => {
  requireStaff(ctx)
  const form = await formOf(request)
  const read = parseForm(Step, form)
  if (!read.ok) return invalid(read.problem)
  const { do: what, key, reason } = read.value
  const personId = parseId<'person'>(read.value.person)
  if (!personId) return refused(organisationRefusalText.not_possible_now, form)
  if (what === 'view')
    return view(ctx, form, { personId, reason, membershipId: parseId<'membership'>(read.value.membership) })
  const site = context.get(requestFacts).secureOrigin
  if (what !== 'suspend' && what !== 'lift') {
    const { proof } = read.value
    const done = await stepOfReset(ctx, { what, personId, proof, reason, resetId: parseId(read.value.reset), site })
    if (!done.ok) return refused(personResetRefusalText[done.refusal], form, `${what}-${personId}`)
    return redirectWithNotice(`/admin/users/${params.ref}/account`, resetNotice[what])
  }
  const step = { key, personId, reason }
  const result = what === 'suspend' ? await suspendPerson(ctx, site, step) : await liftPerson(ctx, site, step)
  if (!result.ok) return refused(organisationRefusalText[result.refusal], form)
  const said =
    what === 'suspend' ? 'さんを停止し、すべての端末からサインアウトしました。' : 'さんの停止を解除しました。'
  return redirectWithNotice(`/admin/users/${params.ref}/account`, result.value.name + said)
})

const resetNotice = {
  reset: '依頼しました。ほかの運営の人が確認すると、リセットされます。',
  confirm: 'リセットして、本人にメールで知らせました。',
  withdraw: '依頼を取り消しました。',
}

type ResetStep = {
  what: keyof typeof resetNotice
  personId: PersonId
  proof: IdentityProof | null
  reason: string
  resetId: FactorResetId | null
  site: string
}

/** A lost second factor: one of us asks, another confirms. */
async function stepOfReset(ctx: Ctx, { what, personId, proof, reason, resetId, site }: ResetStep) {
  if (what === 'reset') return askForPersonReset(ctx, { personId, proof, reason })
  if (!resetId) return refuse<PersonResetRefusal>('ended')
  return what === 'confirm' ? confirmPersonReset(ctx, { resetId, site }) : withdrawPersonReset(ctx, resetId)
}

/** Into somebody's screens, in this browser and for ten minutes; the bar over them leads back. */
async function view(
  ctx: Ctx,
  form: FormData,
  wanted: { personId: PersonId; membershipId: MembershipId | null; reason: string },
) {
  const begun = await beginView(ctx, wanted)
  if (!begun.ok) {
    const atReason = begun.refusal === 'reason_missing' ? `why-${wanted.personId}` : undefined
    return refused(viewRefusalText[begun.refusal], form, atReason)
  }
  return redirectDocument(begun.value.home, { headers: { 'set-cookie': keepCookie(viewCookie, begun.value.token) } })
}

export default function MemberAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { application, account, ref, key, me } = loaderData
  const { applicant, status } = application
  return (
    <ModalPage title={`${applicant.name}のアカウント`} back={`/admin/users/${ref}`}>
      <p className="flex flex-wrap gap-2">
        <SideBadge side={applicant.side} />
        <OrgStatusBadge status={status} />
      </p>
      {actionData?.problem && <Notice tone="akane">{actionData.problem.summary}</Notice>}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <Part name="人">
            <ul className="grid grid-cols-1 gap-3">
              {account.people.map((person) => (
                <Person
                  key={person.personId}
                  person={person}
                  formKey={`${key}`}
                  errors={actionData?.problem.fields ?? {}}
                  reset={account.resets.find(({ personId }) => personId === person.personId)}
                  me={me}
                />
              ))}
            </ul>
          </Part>
          <Part name="サインインしている端末">
            <Devices sessions={account.sessions} />
          </Part>
          <Part name="書類">
            <Papers papers={account.papers} />
          </Part>
          <Part name={`注文（${account.orders.total}件）`}>
            <Orders orders={account.orders.newest} />
          </Part>
        </div>
        <Part name="これまでのこと">
          <History events={account.history} />
        </Part>
      </div>
    </ModalPage>
  )
}

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="grid grid-cols-1 gap-2">
    <h3 className="text-h4 font-bold">{name}</h3>
    {children}
  </section>
)

const Nothing = ({ children }: { children: string }) => <p className="text-ink-2">{children}</p>

type PersonProps = {
  person: MemberAccount['people'][number]
  formKey: string
  errors: Record<string, string>
  reset: WaitingPersonReset | undefined
  me: string
}

function Person({ person, formKey: key, errors, reset, me }: PersonProps) {
  const { personId, membershipId, name, kana, email, verifiedAt, suspendedAt, closedAt, createdAt, role } = person
  const stopped = suspendedAt !== null
  return (
    <li className="grid grid-cols-1 gap-1 rounded-control border border-line p-3">
      <p className="flex flex-wrap items-center gap-2">
        <b>{name}</b>
        {kana && <span className="text-sub text-ink-2">{kana}</span>}
        <Badge>{role === 'owner' ? '責任者' : '担当者'}</Badge>
        {closedAt && <Badge>退会</Badge>}
        {stopped && <Badge tone="akane">停止中</Badge>}
      </p>
      <p className="text-sub break-all">
        {email}
        {verifiedAt ? '（確認ずみ）' : '（まだ確認していない）'}
      </p>
      <p className="text-sub text-ink-2">登録 {formatMoment(createdAt)}</p>
      {!closedAt && !stopped && (
        <Disclosure summary={`${name}さんの画面を見る`} open={errors[`why-${personId}`] ? true : undefined}>
          <Form method="post" className="grid grid-cols-1 gap-2">
            <input type="hidden" name="do" value="view" />
            <input type="hidden" name="key" value={key} />
            <input type="hidden" name="person" value={personId} />
            <input type="hidden" name="membership" value={membershipId} />
            <p className="text-sub">10分間、見るだけです。見た画面は、すべて記録に残ります。</p>
            <TextField
              id={`why-${personId}`}
              label="見る理由"
              name="reason"
              need="required"
              help="記録に残ります（例 検品の画面が開かないと電話）"
              maxLength={400}
              error={errors[`why-${personId}`]}
            />
            <Button kind="line" className="justify-self-start">
              画面を見る
            </Button>
          </Form>
        </Disclosure>
      )}
      {reset && <WaitingReset reset={reset} formKey={key} mine={reset.askedBy === me} />}
      {!closedAt && !stopped && !reset && (
        <Disclosure
          summary={`${name}さんが電話も予備コードもなくしたとき`}
          open={errors[`reset-${personId}`] ? true : undefined}
        >
          <Form method="post" className="grid grid-cols-1 gap-3">
            <input type="hidden" name="do" value="reset" />
            <input type="hidden" name="key" value={key} />
            <input type="hidden" name="person" value={personId} />
            <p className="text-sub">
              認証アプリ・予備コード・パスキーをはずします。本人と確かめてから依頼し、ほかの運営の人が確認します。
            </p>
            <RadioGroup
              id={`proof-${personId}`}
              legend="どう確かめたか"
              name="proof"
              need="required"
              choices={identityProofs.map((proof) => ({ value: proof, label: proofWord[proof] }))}
            />
            <TextField
              id={`reset-${personId}`}
              label="理由"
              name="reason"
              need="required"
              help="記録に残ります"
              maxLength={400}
              error={errors[`reset-${personId}`]}
            />
            <Button kind="line" className="justify-self-start">
              リセットを依頼する
            </Button>
          </Form>
        </Disclosure>
      )}
      {!closedAt && (
        <Disclosure key={String(stopped)} summary={`${name}さんの${stopped ? '停止を解除する' : 'サインインを止める'}`}>
          <Form method="post" className="grid grid-cols-1 gap-2">
            <input type="hidden" name="do" value={stopped ? 'lift' : 'suspend'} />
            <input type="hidden" name="key" value={key} />
            <input type="hidden" name="person" value={personId} />
            <TextField
              id={`reason-${personId}`}
              label="理由"
              name="reason"
              need={stopped ? 'optional' : 'required'}
              help={stopped ? '記録に残ります' : 'そのままメールに入ります'}
            />
            {stopped ? (
              <Button kind="line" className="justify-self-start">
                解除する
              </Button>
            ) : (
              <Confirm
                className="justify-self-start"
                question={`${name}さんを停止しますか`}
                consequence="すぐに、すべての端末からサインアウトします。"
                confirm="停止する"
              >
                停止する
              </Confirm>
            )}
          </Form>
        </Disclosure>
      )}
    </li>
  )
}

type WaitingResetProps = { reset: WaitingPersonReset; formKey: string; mine: boolean }

/** A request that waits for a second pair of eyes. */
const WaitingReset = ({ reset, formKey: key, mine }: WaitingResetProps) => (
  <Notice tone="tag">
    <p>
      <b>二段階認証のリセットの依頼</b>（{reset.askedByName}、{formatMoment(reset.askedAt)}）：
      {reset.proof && proofWord[reset.proof]}。{reset.reason}
    </p>
    {mine && <p className="text-sub">ほかの運営の人の確認を待っています。</p>}
    <Form method="post" className="mt-2 flex flex-wrap gap-3">
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="person" value={reset.personId} />
      <input type="hidden" name="reset" value={reset.id} />
      {!mine && (
        <Button kind="danger" name="do" value="confirm">
          わたしも確かめました。リセットする
        </Button>
      )}
      <Button kind="line" name="do" value="withdraw">
        依頼を取り消す
      </Button>
    </Form>
  </Notice>
)

function Devices({ sessions }: { sessions: MemberAccount['sessions'] }) {
  if (sessions.length === 0) return <Nothing>いまサインインしている端末はありません。</Nothing>
  return (
    <ul className="grid grid-cols-1 gap-1 text-sub">
      {sessions.map((session) => (
        <li key={`${session.name} ${session.seenAt.toISOString()} ${session.ip}`} className="border-b border-line pb-1">
          <b>{session.name}</b>　最後に使った時刻 {formatMoment(session.seenAt)}
          <span className="block wrap-anywhere text-ink-2">
            {session.ip} {session.userAgent}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Papers({ papers }: { papers: MemberAccount['papers'] }) {
  if (papers.length === 0) return <Nothing>書類はありません。</Nothing>
  return (
    <ul className="grid grid-cols-1 gap-1 text-sub">
      {papers.map((paper) => (
        <li key={paper.id} className="flex flex-wrap items-center gap-x-2">
          <a href={`/admin/documents/${paper.id}`} className="prose-link inline-flex min-h-11 items-center">
            {documentKindWord[paper.kind]}（{paper.fileName}）
          </a>
          <span className="text-ink-2">
            {formatMoment(paper.addedAt)}に追加
            {paper.removedAt && `、${formatMoment(paper.removedAt)}に取り下げ`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Orders({ orders }: { orders: MemberAccount['orders']['newest'] }) {
  if (orders.length === 0) return <Nothing>注文はまだありません。</Nothing>
  return (
    <ul className="grid grid-cols-1 text-sub">
      {orders.map((order) => (
        <li key={order.id} className="flex flex-wrap items-center gap-x-3">
          <Link to={`/admin/orders/${order.id}`} className="prose-link inline-flex min-h-11 items-center tabular-nums">
            {order.number}
          </Link>
          {stateWord[order.state]}
          <span className="text-ink-2">お届け {formatDay(order.deliveryOn)}</span>
        </li>
      ))}
    </ul>
  )
}

function History({ events }: { events: MemberAccount['history'] }) {
  if (events.length === 0) return <Nothing>まだ、なにもありません。</Nothing>
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

/** A note or a mail as it was written; a change field by field. */
function Words({ data }: { data: Record<string, unknown> }) {
  if (typeof data.text === 'string')
    return <p className="mt-1 rounded-control bg-tag-tint p-2 whitespace-pre-line wrap-anywhere">{data.text}</p>
  if (typeof data.goods === 'string') return <p className="text-sub">{data.goods}</p>
  const { before, after } = data
  if (!isRecord(before) || !isRecord(after)) return null
  return (
    <ul className="text-sub wrap-anywhere">
      {Object.entries(accountFields).map(([field, word]) =>
        field in after ? (
          <li key={field}>
            {word}：{said(field, before[field])} → {said(field, after[field])}
          </li>
        ) : null,
      )}
    </ul>
  )
}

/** What stood in a field: kinds of goods by their words. */
const said = (field: string, value: unknown): string =>
  field === 'goodsKinds' && typeof value === 'string'
    ? goodsIn(value)
        .map((kind) => goodsKindWord[kind])
        .join('、')
    : valueText(value)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
