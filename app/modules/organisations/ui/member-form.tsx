import { Form, useNavigation } from 'react-router'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import type { ListedMember, MemberList } from '../members/member-list.server.ts'
import { AuthorityFields } from './authority-fields.tsx'
import type { MemberProblem } from './member-problem.ts'

type Props = { member: ListedMember; side: MemberList['side']; fresh: boolean; problem: MemberProblem | undefined }

/** What a member may do from now on, or removing them. */
export default function MemberForm({ member, side, fresh, problem: own }: Props) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" noValidate className="group/authority grid grid-cols-1 gap-5">
      <input type="hidden" name="membershipId" value={member.id} />
      <AuthorityFields side={side} idPrefix={`member-${member.id}`} authority={member} problem={own} />
      <ProofField id={`member-${member.id}-proof`} fresh={fresh} problem={own} />
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="change" busy={busy}>
          保存する
        </Button>
        {!member.self && (
          <Confirm
            kind="danger"
            name="intent"
            value="remove"
            formNoValidate
            question={`${member.name} さんをメンバーから削除しますか`}
            consequence="このメンバーは、すぐに画面を開けなくなります。本人のアカウントは残ります。"
            confirm="削除する"
          >
            メンバーから削除する
          </Confirm>
        )}
      </div>
    </Form>
  )
}
