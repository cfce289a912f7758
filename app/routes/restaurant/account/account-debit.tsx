import { Form, useNavigation } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { accountText, accountTypeWord } from '#modules/banking/account-text.ts'
import { findBank } from '#modules/banking/find-bank.server.ts'
import { BankSearch, ChosenBank } from '#modules/banking/ui/bank-search.tsx'
import { askDebit, ownDebit, withdrawDebit } from '#modules/payments/debit/agreement.server.ts'
import { agreementStateWord, endReasonWord, fieldOfDebitRefusal } from '#modules/payments/debit/debit-labels.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs, withTool } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/account-debit.ts'

export const meta = () => ownMeta('口座振替')
export const handle = { shell: { top: 'own', cartBar: false } }
const here = '/restaurant/Account/debit'

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => ({
  debit: await ownDebit(ctx),
  ...(await findBank(new URL(request.url).searchParams)),
  formKey: crypto.randomUUID() as string,
}))

export const action = pageAction(
  jobs({
    ask: job(
      withTool(askDebit, ({ context }: Route.ActionArgs) => ({ encryption: context.get(requestFacts).encryption })),
      {
        done: () => redirectWithFlash(here, '申し込みを受け付けました。口座振替依頼書をお送りします。'),
        at: ({ refusal }) => fieldOfDebitRefusal[refusal],
      },
    ),
    withdraw: job(withdrawDebit, {
      done: (_done, _given, _ctx, _args: Route.ActionArgs) => redirectWithFlash(here, '申し込みを取り下げました。'),
    }),
  }),
)

/** The account from which invoices are collected, how far its bank is, and the entry of another one. */
export default function AccountDebitPage({ loaderData, actionData }: Route.ComponentProps) {
  const { debit, bank, branch, isYucho } = loaderData
  const problem = actionData?.problem
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageBar back="/restaurant/Account#billing" backLabel="飲食店の情報へ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">口座振替</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[40rem] grid-cols-1 gap-4 px-3.5 pt-4 pb-8">
        {problem && <Notice tone="akane">{problem.summary}</Notice>}
        {!debit.offered && <Notice tone="tag">現在、口座振替はご利用いただけません。</Notice>}
        <section className="card grid grid-cols-1 gap-3 p-4" aria-label="口座振替の登録状況">
          {!debit.agreed && !debit.asked && (
            <p>口座振替は登録されていません。請求書は、銀行振込などでお支払いください。</p>
          )}
          {debit.last && (
            <Notice tone="akane">
              {endReasonWord[debit.last.reason]}。{debit.last.note && `理由：${debit.last.note}`}
            </Notice>
          )}
          {debit.agreed && (
            <p className="flex flex-wrap items-center gap-x-3">
              <b>{accountText(debit.agreed)}</b>
              <Badge tone="matcha">{agreementStateWord.agreed}</Badge>
            </p>
          )}
          {debit.asked && (
            <Form method="post" className="grid grid-cols-1 justify-items-start gap-2">
              <p className="flex flex-wrap items-center gap-x-3">
                <b>{accountText(debit.asked)}</b>
                <Badge tone="ai">{agreementStateWord.asked}</Badge>
              </p>
              <p className="text-sub text-ink-2">
                {formatMoment(debit.asked.askedAt)}
                に申し込みました。口座振替依頼書に届出印を押して返送してください。登録には1〜2か月かかります。
              </p>
              <input type="hidden" name="id" value={debit.asked.id} />
              <Button kind="line" name="intent" value="withdraw" busy={busy}>
                申し込みを取り下げる
              </Button>
            </Form>
          )}
          {debit.agreed && (
            <p className="text-sub text-ink-2">
              {debit.chosen
                ? '支払い方法は口座振替です。支払期日に引き落とします（金融機関の休業日は翌営業日）。'
                : '「請求と支払い」で支払い方法に口座振替を選択すると、支払期日に引き落とします。'}
            </p>
          )}
        </section>
        {debit.offered && !debit.asked && (
          <section className="card grid grid-cols-1 gap-4 p-4" aria-labelledby="debit-entry">
            <h2 id="debit-entry" className="text-h4 font-bold">
              {debit.agreed ? '口座を変更する' : '口座振替を申し込む'}
            </h2>
            {bank && (branch || isYucho) ? (
              <Entry loaded={loaderData} problem={problem} />
            ) : (
              <BankSearch found={loaderData} here={here} />
            )}
          </section>
        )}
      </div>
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type Problem = NonNullable<Route.ComponentProps['actionData']>['problem'] | undefined

function Entry({ loaded: { bank, branch, isYucho, formKey }, problem }: { loaded: Loaded; problem: Problem }) {
  const typed = problem?.typed ?? {}
  const busy = useNavigation().formMethod === 'POST'
  const field = (name: string, label: string, help: string) => (
    <TextField
      label={label}
      name={name}
      help={help}
      need="required"
      autoComplete="off"
      defaultValue={typed[name] ?? ''}
      error={problem?.fields[name]}
    />
  )
  return (
    <Form method="post" noValidate className="grid grid-cols-1 gap-4">
      <input type="hidden" name="intent" value="ask" />
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="bankCode" value={bank?.code} />
      <input type="hidden" name="branchCode" value={branch?.code ?? ''} />
      <ChosenBank word={[bank?.name, branch?.name].filter(Boolean).join(' ')} to={here} />
      {isYucho ? (
        <>
          {field('symbol', '記号', '5桁の数字（例 10170）')}
          {field('number', '番号', '通帳に記載された番号（例 12345671）')}
        </>
      ) : (
        <>
          <RadioGroup
            legend="預金種目"
            name="type"
            defaultValue={typed.type ?? '1'}
            error={problem?.fields.type}
            choices={(['1', '2'] as const).map((value) => ({ value, label: accountTypeWord[value] }))}
          />
          {field('number', '口座番号', '7桁以内の数字')}
        </>
      )}
      {field('holder', '口座名義（カナ）', '通帳に記載されているカナ（例 ミホン タロウ、カ）ミホンシヨクドウ）')}
      <Button size="lg" busy={busy}>
        申し込む
      </Button>
    </Form>
  )
}
