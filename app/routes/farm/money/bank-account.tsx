import { Form } from 'react-router'
import { isRecentAuth } from '#authorization/recent-auth.ts'
import { formatMoment } from '#kernel/format.ts'
import { bankOf, branchOf, searchBanks, searchBranches } from '#modules/banking/bank-directory.server.ts'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { askBankAccount, cancelBankAccount, ownBankAccounts } from '#modules/payouts/bank-account.server.ts'
import { accountText, accountTypeWord, fieldOfRefusal } from '#modules/payouts/bank-account-labels.ts'
import { Button } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { TextField } from '#ui/field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
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
  const asked = new URL(request.url).searchParams
  const [q, bankCode, branchCode] = ['q', 'bank', 'branch'].map((name) => asked.get(name) ?? '')
  const bank = await bankOf(bankCode ?? '')
  const branch = bank && (await branchOf(bank.code, branchCode ?? ''))
  const isYucho = bank?.code === '9900'
  const found = !q || branch || isYucho ? null : bank ? await searchBranches(bank.code, q) : await searchBanks(q)
  return {
    accounts,
    q: q ?? '',
    bank,
    branch,
    isYucho,
    found,
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
            <Search loaded={loaderData} />
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
        <Notice tone="akane">この口座から返金されました。口座を確認し、登録し直してください。</Notice>
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

/** By name, reading or code: first the bank, then its branch. */
function Search({ loaded: { bank, found, q } }: { loaded: Loaded }) {
  const noun = bank ? '支店' : '金融機関'
  return (
    <>
      {bank && <Chosen word={bank.name} to={here} />}
      <Form key={noun} method="get" className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[1fr_auto]" role="search">
        {bank && <input type="hidden" name="bank" value={bank.code} />}
        <TextField
          label={`${noun}の名前・よみ・コード`}
          name="q"
          defaultValue={q}
          autoComplete="off"
          help={bank ? '例 新宿、シンジュク、240' : '例 みずほ、ミズホ、0001'}
        />
        <Button kind="line">検索する</Button>
      </Form>
      {found?.length === 0 && (
        <p role="status">
          「{q}」に一致する{noun}はありません。名前の一部かコードで検索してください。
        </p>
      )}
      {found && found.length > 0 && (
        <ul aria-label={`${noun}の候補`} className="grid grid-cols-1">
          {found.map(({ code, name, kana }) => (
            <li key={code} className="border-b border-line last:border-b-0">
              <Link
                to={bank ? `?bank=${bank.code}&branch=${code}` : `?bank=${code}`}
                className="flex min-h-11 items-center gap-3"
              >
                <b>{name}</b>
                <span className="text-sub">
                  {kana}・{code}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const Chosen = ({ word, to }: { word: string; to: string }) => (
  <p className="flex flex-wrap items-center gap-3">
    <b>{word}</b>
    <Link to={to} className="prose-link inline-flex min-h-11 items-center">
      選び直す
    </Link>
  </p>
)

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
      <Chosen word={[bank?.name, branch?.name].filter(Boolean).join(' ')} to={here} />
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
