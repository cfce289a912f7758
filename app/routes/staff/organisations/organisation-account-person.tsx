import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { type AccountChangeKind, identityProofs, type Side } from '#kernel/enums.ts'
import { formatMoment } from '#kernel/format.ts'
import { accountChangeWord, proofWord } from '#modules/identity/account-changes/account-change-labels.ts'
import type { AccountChange } from '#modules/identity/account-changes/account-change-list.server.ts'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { roleWord } from '#modules/organisations/members/member-labels.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import type { Problem } from '#web/form.ts'
import { May } from '../may.tsx'
import { AccountChangeNotice } from './account-change-notice.tsx'
import { type ShownPerson, WaysOfPerson } from './organisation-account-ways.tsx'

type Props = {
  person: ShownPerson
  side: Side
  formKey: string
  /** Of a form of this user. */
  problem: Problem | undefined
  /** Changes of this account that are pending, or were stopped lately. */
  changes: readonly AccountChange[]
  /** The current administrator. */
  me: string
}

/** A user's role here, login methods, and what staff may do about them. */
export function Person({ person, side, formKey: key, problem, changes, me }: Props) {
  const { name, kana, email, verifiedAt, suspendedAt, closedAt, createdAt, role, factors } = person
  const stopped = suspendedAt !== null
  const lives = !closedAt && !stopped
  const isChanging = changes.some(({ stoppedAt }) => stoppedAt === null)
  const hasFactor = factors.totpSince !== null || factors.passkeys > 0
  const of = (...steps: string[]) => (problem && steps.includes(problem.typed.intent ?? '') ? problem : undefined)
  return (
    <li className="grid grid-cols-1 gap-1 rounded-control border border-line p-3">
      <p className="flex flex-wrap items-center gap-2">
        <b>{name}</b>
        {kana && <span className="text-sub text-ink-2">{kana}</span>}
        <Badge>{roleWord[side][role]}</Badge>
        {closedAt && <Badge>退会</Badge>}
        {stopped && <Badge tone="akane">停止中</Badge>}
      </p>
      <p className="text-sub break-all">
        {email ?? 'メールアドレスはありません'}
        {email && (verifiedAt ? '（確認済み）' : '（未確認）')}
      </p>
      <p className="text-sub text-ink-2">登録 {formatMoment(createdAt)}</p>
      <WaysOfPerson person={person} />
      <May to="person.view">{lives && <View person={person} formKey={key} problem={of('view')} />}</May>
      {changes.map((change) => (
        <AccountChangeNotice
          key={change.id}
          change={change}
          me={me}
          problem={of('confirm', 'withdraw')}
          fields={{ personId: person.personId }}
        />
      ))}
      <May to="account_change.decide">
        {lives && !isChanging && (
          <RequestChange
            kind="email"
            summary={`${name}さんのメールアドレスの変更`}
            words="他の担当者が確認すると、現在のメールアドレスに予告が届き、72時間後に変更されます。本人はそれまで停止できます。"
            person={person}
            formKey={key}
            problem={of('email')}
          />
        )}
        {lives && !isChanging && hasFactor && (
          <RequestChange
            kind="factors"
            summary={`${name}さんが端末と予備コードの両方を紛失した場合`}
            words="認証アプリ・予備コード・パスキーを解除します。他の担当者が確認すると本人に予告が届き、72時間後に解除されます。本人はそれまで停止できます。"
            person={person}
            formKey={key}
            problem={of('factors')}
          />
        )}
      </May>
      <May to="members.decide">
        {!closedAt && <Stop key={String(stopped)} person={person} formKey={key} problem={of('suspend', 'lift')} />}
      </May>
    </li>
  )
}

type FormProps = { person: ShownPerson; formKey: string; problem: Problem | undefined }

/** One fold with one form; open if something has to be corrected, before script and without. */
const Step = ({
  summary,
  what,
  person,
  formKey: key,
  problem,
  children,
}: FormProps & { summary: string; what: string; children: ReactNode }) => (
  <Disclosure summary={summary} open={problem !== undefined || undefined}>
    <Form method="post" className="grid grid-cols-1 gap-3">
      <input type="hidden" name="intent" value={what} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="personId" value={person.personId} />
      {children}
    </Form>
  </Disclosure>
)

const View = (props: FormProps) => {
  const { person, problem } = props
  return (
    <Step {...props} what="view" summary={`${person.name}さんの画面を閲覧する`}>
      <input type="hidden" name="membershipId" value={person.membershipId} />
      <p className="text-sub">10分間、閲覧のみ可能です。閲覧した画面は、すべて記録されます。</p>
      <TextField
        id={`why-${person.personId}`}
        label="閲覧の理由"
        name="reason"
        need="required"
        help="記録に残ります（例 検収の画面が開かないと電話）"
        maxLength={400}
        defaultValue={problem?.typed.reason}
        error={problem?.fields.reason}
      />
      <StaffProof id={`view-${person.personId}-proof`} problem={problem} />
      <Button kind="line" className="justify-self-start">
        画面を閲覧する
      </Button>
    </Step>
  )
}

/** Requests that need a second administrator: another address, and the reset of a lost second factor. */
const RequestChange = ({ kind, summary, words, ...props }: FormProps & RequestWords) => {
  const { person, problem } = props
  const id = `${kind}-${person.personId}`
  return (
    <Step {...props} what={kind} summary={summary}>
      <p className="text-sub">{words}</p>
      {kind === 'email' && (
        <TextField
          id={`${id}-address`}
          label="新しいメールアドレス"
          name="email"
          type="email"
          need="required"
          autoComplete="off"
          maxLength={254}
          defaultValue={problem?.typed.email}
          error={problem?.fields.email}
        />
      )}
      <RadioGroup
        id={`${id}-identity`}
        legend="本人確認の方法"
        name="proof"
        need="required"
        choices={identityProofs.map((proof) => ({ value: proof, label: proofWord[proof] }))}
        defaultValue={problem?.typed.proof}
        error={problem?.fields.proof}
      />
      <TextField
        id={`${id}-reason`}
        label="理由"
        name="reason"
        need="required"
        help="履歴に残ります"
        maxLength={400}
        defaultValue={problem?.typed.reason}
        error={problem?.fields.reason}
      />
      <StaffProof id={`${id}-proof`} problem={problem} />
      <Button kind="line" className="justify-self-start">
        {accountChangeWord[kind]}を依頼する
      </Button>
    </Step>
  )
}

type RequestWords = { kind: AccountChangeKind; summary: string; words: string }

const Stop = (props: FormProps) => {
  const { person, problem } = props
  const { personId, name, suspendedAt } = person
  const stopped = suspendedAt !== null
  return (
    <Step
      {...props}
      what={stopped ? 'lift' : 'suspend'}
      summary={`${name}さんの${stopped ? '停止を解除する' : 'サインインを停止する'}`}
    >
      <TextField
        id={`reason-${personId}`}
        label="理由"
        name="reason"
        need={stopped ? 'optional' : 'required'}
        help={stopped ? '記録に残ります' : 'そのままメールに記載されます'}
        defaultValue={problem?.typed.reason}
        error={problem?.fields.reason}
      />
      <StaffProof id={`stop-${personId}-proof`} problem={problem} />
      {stopped ? (
        <Button kind="line" className="justify-self-start">
          解除する
        </Button>
      ) : (
        <Confirm
          className="justify-self-start"
          question={`${name}さんを停止しますか`}
          consequence="すぐにすべての端末からサインアウトします。"
          confirm="停止する"
        >
          停止する
        </Confirm>
      )}
    </Step>
  )
}
