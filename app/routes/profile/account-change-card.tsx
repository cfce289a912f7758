import { Form, useNavigation } from 'react-router'
import { accountChangeWord, effectMoment } from '#modules/identity/account-changes/account-change-labels.ts'
import type { StoppableChange } from '#modules/identity/account-changes/stop-account-change.server.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'

type Props = { change: StoppableChange; problem: Problem | undefined }

/**
 * A pending change of the account by two administrators, and the button that stops it; first on the page while it is
 * pending.
 */
export function AccountChangeCard({ change: { kind, to, takesEffectAt }, problem }: Props) {
  const busy = useNavigation().state !== 'idle'
  return (
    <section id="account-change" aria-labelledby="account-change-title" className="scroll-mt-24">
      <Notice tone="akane">
        <h2 id="account-change-title" className="text-h4 font-bold">
          {accountChangeWord[kind]}の予告
        </h2>
        <p>
          運営が{accountChangeWord[kind]}を受け付けました。{effectMoment(takesEffectAt)}に実行します。
        </p>
        {to && <p className="wrap-anywhere">新しいメールアドレス：{to}</p>}
        <p>お心当たりがない場合は、停止してください。</p>
        {problem && <p className="font-bold">{problem.summary}</p>}
        <Form method="post" action="/profile" className="mt-3">
          <input type="hidden" name="intent" value="stop-change" />
          <Button kind="danger" size="lg" busy={busy}>
            この変更を停止する
          </Button>
        </Form>
      </Notice>
    </section>
  )
}
