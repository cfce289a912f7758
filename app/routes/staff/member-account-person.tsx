import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { identityProofs, type Side } from '#kernel/words.ts'
import type { WaitingPersonReset } from '#modules/identity/person-factor-reset.server.ts'
import { proofWord } from '#modules/identity/person-factor-reset-words.ts'
import { roleWord } from '#modules/organisations/members/member-words.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '../form.ts'
import { type ShownPerson, WaysOfPerson } from './member-account-ways.tsx'

type Props = {
  person: ShownPerson
  side: Side
  formKey: string
  /** Of a form of this person. */
  problem: Problem | undefined
  reset: WaitingPersonReset | undefined
  /** The administrator who looks. */
  me: string
}

/** Who somebody is here, how they come in, and what staff may do about them. */
export function Person({ person, side, formKey: key, problem, reset, me }: Props) {
  const { name, kana, email, verifiedAt, suspendedAt, closedAt, createdAt, role, factors } = person
  const stopped = suspendedAt !== null
  const lives = !closedAt && !stopped
  const hasFactor = factors.totpSince !== null || factors.passkeys > 0
  const of = (...steps: string[]) => (problem && steps.includes(problem.typed.do ?? '') ? problem : undefined)
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
        {email && (verifiedAt ? '（確認ずみ）' : '（まだ確認していない）')}
      </p>
      <p className="text-sub text-ink-2">登録 {formatMoment(createdAt)}</p>
      <WaysOfPerson person={person} />
      {lives && <View person={person} formKey={key} problem={of('view')} />}
      {reset && <WaitingReset reset={reset} formKey={key} mine={reset.askedBy === me} />}
      {lives && !reset && hasFactor && <AskForReset person={person} formKey={key} problem={of('reset')} />}
      {!closedAt && <Stop key={String(stopped)} person={person} formKey={key} problem={of('suspend', 'lift')} />}
    </li>
  )
}

type FormProps = { person: ShownPerson; formKey: string; problem: Problem | undefined }

/** One fold with one form; open where something is to be mended, before script and without. */
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
      <input type="hidden" name="do" value={what} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="person" value={person.personId} />
      {children}
    </Form>
  </Disclosure>
)

const View = (props: FormProps) => {
  const { person, problem } = props
  return (
    <Step {...props} what="view" summary={`${person.name}さんの画面を見る`}>
      <input type="hidden" name="membership" value={person.membershipId} />
      <p className="text-sub">10分間、見るだけです。見た画面は、すべて記録に残ります。</p>
      <TextField
        id={`why-${person.personId}`}
        label="見る理由"
        name="reason"
        need="required"
        help="記録に残ります（例 検品の画面が開かないと電話）"
        maxLength={400}
        defaultValue={problem?.typed.reason}
        error={problem?.fields.reason}
      />
      <Button kind="line" className="justify-self-start">
        画面を見る
      </Button>
    </Step>
  )
}

const AskForReset = (props: FormProps) => {
  const { person, problem } = props
  return (
    <Step {...props} what="reset" summary={`${person.name}さんが電話も予備コードもなくしたとき`}>
      <p className="text-sub">
        認証アプリ・予備コード・パスキーをはずします。本人と確かめてから依頼し、ほかの運営の人が確認します。
      </p>
      <RadioGroup
        id={`proof-${person.personId}`}
        legend="どう確かめたか"
        name="proof"
        need="required"
        choices={identityProofs.map((proof) => ({ value: proof, label: proofWord[proof] }))}
        defaultValue={problem?.typed.proof}
        error={problem?.fields.proof}
      />
      <TextField
        id={`reset-${person.personId}`}
        label="理由"
        name="reason"
        need="required"
        help="記録に残ります"
        maxLength={400}
        defaultValue={problem?.typed.reason}
        error={problem?.fields.reason}
      />
      <Button kind="line" className="justify-self-start">
        リセットを依頼する
      </Button>
    </Step>
  )
}

const Stop = (props: FormProps) => {
  const { person, problem } = props
  const { personId, name, suspendedAt } = person
  const stopped = suspendedAt !== null
  return (
    <Step
      {...props}
      what={stopped ? 'lift' : 'suspend'}
      summary={`${name}さんの${stopped ? '停止を解除する' : 'サインインを止める'}`}
    >
      <TextField
        id={`reason-${personId}`}
        label="理由"
        name="reason"
        need={stopped ? 'optional' : 'required'}
        help={stopped ? '記録に残ります' : 'そのままメールに入ります'}
        defaultValue={problem?.typed.reason}
        error={problem?.fields.reason}
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
    </Step>
  )
}

type WaitingResetProps = { reset: WaitingPersonReset; formKey: string; mine: boolean }

/** A request that waits for a second pair of eyes. */
const WaitingReset = ({ reset, formKey: key, mine }: WaitingResetProps) => (
  <Notice tone="tag">
    <p>
      <b>二段階確認のリセットの依頼</b>（{reset.askedByName}、{formatMoment(reset.askedAt)}）：
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
