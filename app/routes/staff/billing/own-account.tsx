import { Form } from 'react-router'
import type { depositSettings } from '#modules/payments/deposit-settings.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import type { Problem } from '#web/form.ts'

type Props = {
  account: Awaited<ReturnType<typeof depositSettings>>['accounts'][number]
  problem: Problem | undefined
  formKey: string
  busy: boolean
}

/** An account of ours with the forms that correct it and that end or resume its use. */
export function OwnAccount({ account, problem, formKey, busy }: Props) {
  const { id, name, version, endedAt } = account
  const field = (of: 'name' | 'holderKana') => ({
    id: `${of}-${id}`,
    name: of,
    defaultValue: problem?.typed[of] ?? account[of],
    error: problem?.fields[of],
  })
  const fixed = (
    <>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  )
  return (
    <li className="border-b border-line pb-3">
      <p className="wrap-anywhere">
        {name} {account.bank}-{account.branch}-{account.number} {account.holderKana}
        {account.virtualAccounts && '（振込依頼人コードはバーチャル口座）'}
        {endedAt && <Badge tone="ai">利用終了</Badge>}
      </p>
      <details open={problem !== undefined || undefined}>
        <summary className="prose-link inline-flex min-h-11 items-center">
          変更<span className="visually-hidden">（{name}）</span>
        </summary>
        <Form method="post" className="grid grid-cols-1 gap-3 sm:grid-cols-2" noValidate>
          {fixed}
          <TextField label="名称" autoComplete="off" {...field('name')} />
          <TextField label="口座名義（半角カナ）" autoComplete="off" {...field('holderKana')} />
          <Checkbox
            id={`code-${id}`}
            name="virtualAccounts"
            label="振込依頼人コードにバーチャル口座が記載される"
            defaultChecked={problem ? problem.typed.virtualAccounts !== undefined : account.virtualAccounts}
            error={problem?.fields.virtualAccounts}
          />
          <p>
            <Button name="intent" value="correct" busy={busy}>
              変更を保存する
            </Button>
          </p>
        </Form>
        <Form method="post" className="grid gap-2">
          {fixed}
          <input type="hidden" name="ends" value={endedAt ? 'false' : 'true'} />
          <p className="text-sub text-ink-2">
            {endedAt
              ? '利用を終了しています。明細は取り込めません。'
              : '利用を終了すると、この口座の明細は取り込めなくなります。取り込み済みの明細と消込は残り、後から再開できます。'}
          </p>
          <p>
            <Button kind="line" name="intent" value="end" busy={busy}>
              {endedAt ? '利用を再開する' : '利用を終了する'}
            </Button>
          </p>
        </Form>
      </details>
    </li>
  )
}
