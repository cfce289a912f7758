import { Form } from 'react-router'
import type { OrgStatus } from '#kernel/enums.ts'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/field.tsx'
import { mayMove } from '../application-process.ts'
import type { MemberProblem } from './member-problem.ts'

type Props = { status: OrgStatus; formKey: string; version: number; problem: MemberProblem | undefined }

/** Suspend, resume, reopen, close: whatever the table of statuses allows from here. */
export function StandingForm({ status, formKey, version, problem }: Props) {
  // one button submits one of the forms: the others have no error
  const pressed = problem?.typed.intent === 'close' ? 'closed' : problem?.typed.to
  const of = (to: OrgStatus) => (pressed === to ? problem : undefined)
  const reasonOf = (to: OrgStatus) => ({
    need: 'required' as const,
    name: 'reason',
    limit: 2_000,
    defaultValue: of(to)?.typed.reason,
    error: of(to)?.fields.reason,
  })
  const may = (to: OrgStatus) => mayMove('staff', status, to)
  if (!may('closed')) return <p className="pb-4 text-ink-2">退会済みの会員です。記録のみ残っています。</p>
  return (
    <div className="grid grid-cols-1 gap-3 pb-4">
      {may('suspended') && (
        <Disclosure summary="取引を停止する" open={of('suspended') !== undefined || undefined}>
          <Form method="post" className="grid grid-cols-1 gap-2">
            <Hidden what="decide" formKey={formKey} version={version} />
            <TextArea
              {...reasonOf('suspended')}
              id="suspend-reason"
              label="停止の理由"
              help="そのままメールに記載されます。受付済みの注文は最後まで進められます"
              rows={3}
            />
            <StaffProof id="suspend-proof" problem={of('suspended')} />
            <Confirm
              name="to"
              value="suspended"
              className="justify-self-start"
              question="取引を停止しますか"
              consequence="新しい注文ができなくなり、商品は非表示になります。理由はメールで通知されます。"
              confirm="停止する"
            >
              停止する
            </Confirm>
          </Form>
        </Disclosure>
      )}
      {status === 'suspended' && (
        <Form method="post" className="grid grid-cols-1 gap-2">
          <Hidden what="decide" formKey={formKey} version={version} />
          <StaffProof id="lift-proof" problem={of('approved')} />
          <Button name="to" value="approved" className="justify-self-start">
            停止を解除する
          </Button>
        </Form>
      )}
      {status === 'rejected' && (
        <Disclosure summary="再申請を可能にする" open={of('returned') !== undefined || undefined}>
          <Form method="post" className="grid grid-cols-1 gap-2">
            <Hidden what="decide" formKey={formKey} version={version} />
            <TextArea {...reasonOf('returned')} id="reopen-reason" label="修正が必要な箇所" rows={3} />
            <StaffProof id="reopen-proof" problem={of('returned')} />
            <Button kind="line" name="to" value="returned" className="justify-self-start">
              差し戻す
            </Button>
          </Form>
        </Disclosure>
      )}
      <Disclosure summary="退会にする" open={of('closed') !== undefined || undefined}>
        <Form method="post" className="grid grid-cols-1 gap-2">
          <Hidden what="close" formKey={formKey} version={version} />
          <TextArea {...reasonOf('closed')} id="close-reason" label="退会の理由（記録用）" rows={2} />
          <StaffProof id="close-proof" problem={of('closed')} />
          <Confirm
            className="justify-self-start"
            question="退会にしますか"
            consequence="元には戻せません。注文の記録は残ります。"
            confirm="退会にする"
          >
            退会にする
          </Confirm>
        </Form>
      </Disclosure>
    </div>
  )
}

const Hidden = ({ what, formKey, version }: { what: string; formKey: string; version: number }) => (
  <>
    <input type="hidden" name="intent" value={what} />
    <input type="hidden" name="key" value={formKey} />
    <input type="hidden" name="version" value={version} />
  </>
)
