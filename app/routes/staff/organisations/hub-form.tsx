import { Form } from 'react-router'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import type { Problem } from '#web/form.ts'

type Props = { isHub: boolean; formKey: string; problem: Problem | undefined }

/** Whether the organisation drives runs for farms and sells nothing. */
export const HubForm = ({ isHub, formKey, problem }: Props) => (
  <Disclosure
    summary={isHub ? '運行事業者（商品を販売しない）' : '運行事業者に変更する'}
    open={problem !== undefined || undefined}
  >
    <Form method="post" className="grid grid-cols-1 gap-2">
      <input type="hidden" name="intent" value="hub" />
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="isHub" value={isHub ? 'false' : 'true'} />
      <p className="text-sub text-ink-2">
        {isHub
          ? '共同便を運行し、商品は販売していません。農園に変更すると、公開の一覧に表示され、商品を販売できます。'
          : 'JA・直売所など、共同便の運行のみを行う事業者です。公開の一覧に表示されず、商品を販売できません。'}
      </p>
      <StaffProof id="hub-proof" problem={problem} />
      <Button kind="line" className="justify-self-start">
        {isHub ? '農園に変更する' : '運行事業者に変更する'}
      </Button>
    </Form>
  </Disclosure>
)
