import { Form } from 'react-router'
import { isRecentAuth } from '#authorization/recent-auth.ts'
import { formatMoment } from '#kernel/format.ts'
import { accountText, accountTypeWord } from '#modules/banking/account-text.ts'
import { findBank } from '#modules/banking/find-bank.server.ts'
import { BankSearch, ChosenBank } from '#modules/banking/ui/bank-search.tsx'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { askBankAccount, cancelBankAccount, ownBankAccounts } from '#modules/payouts/bank-account.server.ts'
import { fieldOfRefusal } from '#modules/payouts/bank-account-labels.ts'
import { Button } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { TextField } from '#ui/field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs, withTool } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { proven } from '#web/prove-again.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/bank-account.ts'

export const meta = () => ownMeta('受取口座')

const here = '/farmer/bank-account'

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const accounts = await ownBankAccounts(ctx)
  return {
    accounts,
    ...(await findBank(new URL(request.url).searchParams)),
    fresh: isRecentAuth(ctx.actor, ctx.now),
    formKey: crypto.randomUUID(),
  }
})

export const action = pageAction(
  jobs({
    ask: proven(
      job(
        withTool(askBankAccount, ({ context }: Route.ActionArgs) => ({
          encryption: context.get(requestFacts).encryption,
        })),
        {
          done: () =>
            redirectWithFlash(here, '確認のメールを送信しました。1時間以内に、メールのボタンから確認してください。'),
          at: ({ refusal }) => fieldOfRefusal[refusal],
        },
      ),
    ),
    cancel: job(cancelBankAccount, {
      done: (_done, _given, _ctx, _args: Route.ActionArgs) => redirectWithFlash(here, '口座の変更を取り消しました。'),
    }),
  }),
)

/** Where the farm is paid: the account in use, the one that waits, and the entry of another one. */
export default function BankAccountPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { facts } = matches[1].loaderData
  const { accounts, bank, branch, isYucho } = loaderData
  const problem = actionData?.problem
  return (
    <>
      <FieldHeader facts={facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">受取口座</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 lg:px-8">
        {problem && <Notice tone="akane">{problem.summary}</Notice>}
        <Accounts accounts={accounts} />
        <section className="card grid grid-cols-1 gap-4 p-4">
          <Head as="h2" className="text-h4">
            {accounts.inUse ? '口座を変更する' : '口座を登録する'}
          </Head>
          <p className="text-sub">
            <Explained>
              入力後に届くメールで確認すると、3日後から使用します。それまでは現在の口座に振り込みます。
            </Explained>
          </p>
          {bank && (branch || isYucho) ? (
            <Entry loaded={loaderData} problem={problem} />
          ) : (
            <BankSearch found={loaderData} here={here} />
          )}
        </section>
      </div>
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type Problem = NonNullable<Route.ComponentProps['actionData']>['problem'] | undefined

function Accounts({ accounts: { inUse, waiting, unconfirmed } }: { accounts: Loaded['accounts'] }) {
  return (
    <section className="card grid grid-cols-1 gap-3 p-4">
      <Head as="h2" className="text-h4">
        現在の口座
      </Head>
      <p>{inUse ? accountText(inUse) : '登録されていません。登録するまで、売上代金を振り込めません。'}</p>
      {inUse?.blockedAt && (
        <Notice tone="akane">
          この口座に入金できませんでした（組戻し・振込不能）。口座を確認し、登録し直してください。
        </Notice>
      )}
      {[waiting, unconfirmed].map(
        (account) =>
          account && (
            <Form key={account.id} method="post" className="grid grid-cols-1 justify-items-start gap-2">
              <p>
                {account.usableFrom ? `${formatMoment(account.usableFrom)}から：` : 'メールでの確認待ち：'}
                <b>{accountText(account)}</b>
              </p>
              <input type="hidden" name="id" value={account.id} />
              <Button kind="line" name="intent" value="cancel">
                この変更を取り消す
              </Button>
            </Form>
          ),
      )}
    </section>
  )
}

function Entry({ loaded: { bank, branch, isYucho, fresh, formKey }, problem }: { loaded: Loaded; problem: Problem }) {
  const typed = problem?.typed ?? {}
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
            choices={(['1', '2', '4'] as const).map((value) => ({ value, label: accountTypeWord[value] }))}
          />
          {field('number', '口座番号', '7桁以内の数字')}
        </>
      )}
      {field('holder', '口座名義（カナ）', '通帳に記載されているカナ（例 ミホン タロウ、カ）ミホンファーム）')}
      <ProofField id="bank-account-proof" fresh={fresh} problem={problem} />
      <Button size="lg">確認のメールを送信する</Button>
    </Form>
  )
}
