import { Form, useNavigation } from 'react-router'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { CartonLines } from '#ui/market.tsx'
import type { MemberList } from '../members/member-list.server.ts'
import { AuthorityFields } from './authority-fields.tsx'
import type { MemberProblem } from './member-problem.ts'

type Props = { side: MemberList['side']; formKey: string; fresh: boolean; problem: MemberProblem | undefined }

/** By mail, or by a QR code for a person on site. */
export default function InviteForm({ side, formKey, fresh, problem }: Props) {
  const busy = useNavigation().state !== 'idle'
  const own = problem?.typed.intent === 'invite' ? problem : undefined
  return (
    <div className="card">
      <CartonLines />
      <Form method="post" noValidate className="group/authority grid grid-cols-1 gap-5 p-4 sm:p-6">
        <h3 className="text-h4 font-bold">新しいメンバーを招待する</h3>
        <input type="hidden" name="key" value={formKey} />
        <EmailField
          id="invite-email"
          label="相手のメールアドレス"
          name="email"
          need="optional"
          autoComplete="off"
          help="その場にいる方には、空欄のまま、後でQRコードを表示できます"
          maxLength={254}
          defaultValue={own?.typed.email}
          error={own?.fields.email}
        />
        <AuthorityFields
          side={side}
          idPrefix="invite"
          authority={{ role: 'staff', rights: 'pack', seesMoney: false, orderLimitYen: null }}
          problem={own}
        />
        <ProofField id="invite-proof" fresh={fresh} problem={own} />
        <p>
          <Button name="intent" value="invite" size="lg" busy={busy}>
            招待する
          </Button>
        </p>
        <p className="text-sub text-ink-2">招待の有効期限は7日です。取り消すこともできます。</p>
      </Form>
    </div>
  )
}
