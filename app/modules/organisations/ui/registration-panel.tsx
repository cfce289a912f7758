import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { firstRegistrationDay, type Registration } from '../registration/registration.ts'
import { periodText, registrationRule, unconfirmed } from '../registration/registration-labels.ts'

type Problem = { summary: string; fields: Record<string, string>; typed: Record<string, string> }

type Props = {
  it: { version: number; history: readonly Registration[]; number: string | null; formKey: string }
  mayChange: boolean
  problem: Problem | undefined
  /** Staff prove again who they are. */
  proof?: (id: string) => ReactNode
}

const published = 'https://www.invoice-kohyo.nta.go.jp/'

/** The number in force, what was recorded, and both changes of it. */
export function RegistrationPanel({ it, mayChange, problem, proof }: Props) {
  const busy = useNavigation().formMethod === 'POST'
  // both forms have a box for the confirmation
  const of = (intent: string) => (problem?.typed.intent === intent ? problem : undefined)
  const record = of('record')
  const end = of('end')
  const common = (
    <>
      <input type="hidden" name="key" value={it.formKey} />
      <input type="hidden" name="version" value={it.version} />
    </>
  )
  return (
    <>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <section aria-labelledby="registration-now" className="card grid grid-cols-1 gap-3 p-4">
        <h2 id="registration-now" className="text-h3 font-bold">
          本日の登録番号
        </h2>
        <p className="text-h2 font-bold tabular-nums">{it.number ?? '登録なし'}</p>
        <p>{registrationRule}</p>
        <p>
          <a href={published} target="_blank" rel="noreferrer" className="prose-link">
            国税庁の公表サイト
          </a>
        </p>
      </section>
      <PlainTable label="登録の履歴" heads={['登録番号', '期間']} className="min-w-[20rem]">
        {it.history.map((one) => (
          <tr key={one.fromOn} className="border-b border-line last:border-b-0">
            <th scope="row" className="px-3 py-2 text-start font-bold tabular-nums">
              {one.number}
            </th>
            <td className="px-3">{periodText(one)}</td>
          </tr>
        ))}
      </PlainTable>
      {mayChange && (
        <>
          <section aria-labelledby="registration-record" className="card grid grid-cols-1 gap-3 p-4">
            <h2 id="registration-record" className="text-h3 font-bold">
              登録番号の登録・変更
            </h2>
            <p>番号が変わる場合は、以前の番号の期間が新しい登録日の前日で終わります。</p>
            <Form method="post" noValidate preventScrollReset className="grid grid-cols-1 gap-4">
              {common}
              <TextField
                id="registration-number"
                label="登録番号"
                name="number"
                need="required"
                help="Tと13桁の数字です"
                maxLength={30}
                autoComplete="off"
                autoCapitalize="characters"
                defaultValue={record?.typed.number}
                error={record?.fields.number}
              />
              <DateField
                id="registration-from"
                label="登録日"
                name="fromOn"
                need="required"
                min={firstRegistrationDay}
                defaultValue={record?.typed.fromOn}
                error={record?.fields.fromOn}
              />
              <Checkbox
                id="registration-record-confirmed"
                name="confirmed"
                label="番号と登録日を、通知書または公表サイトで確認しました"
                mustBeTicked={unconfirmed}
                className="[&_.choice]:flex-nowrap"
                error={record?.fields.confirmed}
              />
              {proof?.('record-proof')}
              <Button name="intent" value="record" busy={busy} className="justify-self-start">
                登録番号を保存する
              </Button>
            </Form>
          </section>
          {it.history.length > 0 && (
            <section aria-labelledby="registration-end" className="card grid grid-cols-1 gap-3 p-4">
              <h2 id="registration-end" className="text-h3 font-bold">
                登録の取消・失効
              </h2>
              <p>最終日の翌日以降に納品した商品は、登録番号のない売主の商品として請求書に記載します。</p>
              <Form method="post" noValidate preventScrollReset className="grid grid-cols-1 gap-4">
                {common}
                <DateField
                  id="registration-last"
                  label="登録が有効な最終日"
                  name="lastOn"
                  need="required"
                  min={firstRegistrationDay}
                  defaultValue={end?.typed.lastOn}
                  error={end?.fields.lastOn}
                />
                <Checkbox
                  id="registration-end-confirmed"
                  name="confirmed"
                  label="取消・失効の日を、通知書または公表サイトで確認しました"
                  mustBeTicked={unconfirmed}
                  className="[&_.choice]:flex-nowrap"
                  error={end?.fields.confirmed}
                />
                {proof?.('end-proof')}
                <Button kind="line" name="intent" value="end" busy={busy} className="justify-self-start">
                  最終日を保存する
                </Button>
              </Form>
            </section>
          )}
        </>
      )}
    </>
  )
}
