import { Form, useNavigation } from 'react-router'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import {
  addOwnBankAccount,
  assignVirtualAccount,
  depositSettings,
  switchBankFees,
} from '#modules/payments/deposit-settings.server.ts'
import { correctOwnBankAccount, endOwnBankAccount } from '#modules/payments/own-account-changes.server.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff, requireStaffFor } from '../require-staff.server.ts'
import type { Route } from './+types/deposit-settings.ts'
import { OwnAccount } from './own-account.tsx'

export const meta = () => ownMeta('入金の設定（管理）')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  requireStaffFor(ctx, 'deposits.change')
  return { ...(await depositSettings(ctx)), formKey: crypto.randomUUID() as string }
})

const saved = () => redirectWithFlash('/admin/billing/deposits/settings', '保存しました。')

const run = jobs({
  account: job(addOwnBankAccount, { done: saved, at: () => 'number' }),
  correct: job(correctOwnBankAccount, {
    done: saved,
    at: ({ refusal }) => (refusal === 'rows_by_code' ? 'virtualAccounts' : undefined),
  }),
  end: job(endOwnBankAccount, { done: saved }),
  virtual: job(assignVirtualAccount, { done: saved, at: () => 'virtualNumber' }),
  fees: job(switchBankFees, { done: saved }),
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return run(ctx, args)
})

export default function DepositSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { accounts, virtualAccounts, restaurants, booksBankFees, version, formKey } = loaderData
  const problem = actionData?.problem
  const busy = useNavigation().formMethod === 'POST'
  const added = problem?.typed.id ? undefined : problem
  const field = (name: string) => ({ name, defaultValue: added?.typed[name], error: added?.fields[name] })
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/billing/deposits" className="prose-link inline-flex min-h-11 items-center">
          入金の消込
        </Link>
      </p>
      <h1 className="text-h2 font-bold">口座と手数料の設定</h1>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <Panel head={<h2>振込手数料</h2>}>
        <Form method="post" className="grid gap-2">
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="booksBankFees" value={booksBankFees ? 'false' : 'true'} />
          <p>
            差し引かれた振込手数料は、現在{booksBankFees ? '当社が負担します。' : '請求書の未払い額として残ります。'}
          </p>
          <p>
            <Button kind="line" name="intent" value="fees" busy={busy}>
              {booksBankFees ? '未払い額として残すように変更する' : '当社負担に変更する'}
            </Button>
          </p>
        </Form>
      </Panel>
      <Panel head={<h2>自社の口座</h2>}>
        <ul className="grid grid-cols-1 gap-3">
          {accounts.map((it) => (
            <OwnAccount
              key={it.id}
              account={it}
              problem={problem?.typed.id === it.id ? problem : undefined}
              {...{ formKey, busy }}
            />
          ))}
        </ul>
        <Form method="post" className="grid grid-cols-1 gap-3 sm:grid-cols-2" noValidate>
          <input type="hidden" name="key" value={formKey} />
          <TextField label="名称" autoComplete="off" {...field('name')} />
          <TextField label="口座名義（半角カナ）" autoComplete="off" {...field('holderKana')} />
          <TextField label="銀行番号" inputMode="numeric" autoComplete="off" {...field('bank')} />
          <TextField label="支店番号" inputMode="numeric" autoComplete="off" {...field('branch')} />
          <TextField label="口座番号" inputMode="numeric" autoComplete="off" {...field('number')} />
          <Checkbox name="virtualAccounts" label="振込依頼人コードにバーチャル口座が記載される" />
          <p>
            <Button name="intent" value="account" busy={busy}>
              口座を登録する
            </Button>
          </p>
        </Form>
      </Panel>
      <Panel head={<h2>バーチャル口座</h2>}>
        <ul>
          {virtualAccounts.map((it) => (
            <li key={it.number}>
              {it.number.slice(0, 3)}-{it.number.slice(3)} {it.name}
            </li>
          ))}
        </ul>
        <Form method="post" className="grid grid-cols-1 gap-3 sm:grid-cols-2" noValidate>
          <input type="hidden" name="key" value={formKey} />
          <SelectField label="飲食店" name="restaurantId" defaultValue={problem?.typed.restaurantId}>
            {restaurants.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label="番号（支店3桁と口座7桁）"
            name="number"
            id="virtual-number"
            inputMode="numeric"
            autoComplete="off"
            help="空欄で保存すると、割り当てを終了します"
            error={problem?.fields.virtualNumber}
          />
          <p>
            <Button name="intent" value="virtual" busy={busy}>
              割り当てを保存する
            </Button>
          </p>
        </Form>
      </Panel>
    </div>
  )
}
