import { data, Form, useNavigation } from 'react-router'
import { isRecentAuth } from '#authorization/recent-auth.ts'
import { formatDayWithYear, formatMoment } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { scopesOf, scopeWords, tokenLives } from '#modules/identity/api-scopes.ts'
import { apiTokensOf, makeApiToken, revokeApiToken, tokenSide } from '#modules/identity/api-tokens.server.ts'
import { NewToken } from '#modules/identity/ui/new-token.tsx'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { FieldPanel } from '#routes/auth/field-panel.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem } from '#web/form.ts'
import { guarded } from '#web/guard.server.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { proven } from '#web/prove-again.server.ts'
import type { Route } from './+types/tokens.ts'

export const meta = () => ownMeta('連携用トークン')
export const middleware = guarded('auth')

/** The field of a refusal; the others concern the whole form. */
const fieldOf: Record<string, string> = {
  name_missing: 'name',
  name_hidden_character: 'name',
  name_with_url: 'name',
  scope_missing: 'scopes',
  life_missing: 'days',
}

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const choices = scopesOf(tokenSide(ctx.actor)).map((scope) => ({ scope, ...scopeWords[scope] }))
  return { choices, tokens: await apiTokensOf(ctx), fresh: isRecentAuth(ctx.actor, ctx.now) }
})

const changes = {
  revoke: job(revokeApiToken, {
    done: (_, __, ___, ____: Route.ActionArgs) =>
      redirectWithFlash('/profile/tokens', 'トークンを取り消しました。以後は使用できません。'),
  }),
  make: proven(job(makeApiToken, { done: ({ token }) => shown(token), at: ({ refusal }) => fieldOf[refusal] })),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob(changes, ctx, await formOf(args.request), args),
)

/** What is shown once is in the response itself; the browser does not cache it. */
function shown(token: string) {
  const none: Problem | undefined = undefined
  return data({ token, problem: none })
}

export default function TokensPage({ loaderData, actionData }: Route.ComponentProps) {
  const { tokens, choices, fresh } = loaderData
  const token = actionData && 'token' in actionData ? actionData.token : null
  const problem = actionData?.problem
  return (
    <FieldPanel wide>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          連携用トークン
        </Head>
      </h1>
      {token ? (
        <>
          <NewToken token={token} />
          <ButtonLink to="/profile/tokens" kind="line" size="lg">
            控えました。一覧に戻る
          </ButtonLink>
        </>
      ) : (
        <>
          <p>
            会計や受発注のソフトから「畝と皿」を利用するためのトークンです。パスワードを渡さずに、許可した操作のみを実行できます。使い方は
            <Link to="/api/docs" reloadDocument className="prose-link font-bold">
              <Explained inControl>APIの説明</Explained>
            </Link>
            をご覧ください。
          </p>
          <TokenList tokens={tokens} />
          <MakeToken choices={choices} fresh={fresh} problem={problem} />
          <ButtonLink to="/profile" kind="line" size="lg">
            設定に戻る
          </ButtonLink>
        </>
      )}
    </FieldPanel>
  )
}

type Loaded = Route.ComponentProps['loaderData']

const TokenList = ({ tokens }: Pick<Loaded, 'tokens'>) => (
  <section aria-label="有効なトークン" className="grid grid-cols-1 gap-3">
    {tokens.length === 0 ? (
      <p>作成したトークンはまだありません。</p>
    ) : (
      <ul className="grid grid-cols-1 gap-3">
        {tokens.map((token) => (
          <li key={token.id}>
            <TokenCard token={token} />
          </li>
        ))}
      </ul>
    )}
  </section>
)

function TokenCard({ token }: { token: Loaded['tokens'][number] }) {
  const { state, formData } = useNavigation()
  const busy = state !== 'idle' && formData?.get('id') === token.id
  return (
    <article className="card grid grid-cols-1 gap-2 p-4 text-ink" aria-label={token.name}>
      <h2 className="text-h4 font-bold wrap-anywhere">{token.name}</h2>
      <p className="num text-sub break-all">{token.prefix}_…</p>
      <p>{token.scopes.map((scope) => scopeWords[scope].title).join('・')}</p>
      <p className="text-sub text-ink-2">
        {formatDayWithYear(jstDateOf(token.expiresAt))}まで・
        {token.lastUsedAt ? `最終使用 ${formatMoment(token.lastUsedAt)}` : '未使用'}
      </p>
      <Form method="post">
        <input type="hidden" name="intent" value="revoke" />
        <input type="hidden" name="id" value={token.id} />
        <Button kind="danger" busy={busy}>
          取り消す<span className="visually-hidden">：{token.name}</span>
        </Button>
      </Form>
    </article>
  )
}

const idOf = (name: string) => `token-${name}`
const lifeWords: Record<(typeof tokenLives)[number], string> = { 30: '30日', 90: '90日', 365: '1年' }

function MakeToken({ choices, fresh, problem }: Pick<Loaded, 'choices' | 'fresh'> & { problem: Problem | undefined }) {
  const check = useFormCheck(problem, idOf)
  const { state, formData } = useNavigation()
  return (
    <Form
      method="post"
      noValidate
      onSubmit={check.onSubmit}
      className="grid grid-cols-1 gap-5 border-t border-line pt-5"
    >
      <input type="hidden" name="intent" value="make" />
      <h2 className="text-h4 font-bold">新規作成</h2>
      <FormSummary problems={check.problems} refusal={check.refusal} />
      {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
      <TextField
        id={idOf('name')}
        label="名前"
        name="name"
        need="required"
        maxLength={60}
        help="使用するソフトがわかる名前。例：会計ソフト"
        defaultValue={problem?.typed.name}
        error={problem?.fields.name}
      />
      <CheckboxGroup
        id={idOf('scopes')}
        legend="許可する操作"
        name="scopes"
        need="required"
        choices={choices.map(({ scope, title, help }) => ({ value: scope, label: title, help }))}
        defaultValues={problem?.typed.scopes?.split(',') ?? []}
        error={problem?.fields.scopes}
      />
      <RadioGroup
        id={idOf('days')}
        legend="有効期間"
        name="days"
        need="required"
        choices={tokenLives.map((days) => ({ value: String(days), label: lifeWords[days] }))}
        defaultValue={problem?.typed.days ?? '90'}
        error={problem?.fields.days}
      />
      <ProofField id={idOf('currentPassword')} fresh={fresh} problem={problem} />
      <Button size="lg" busy={state !== 'idle' && formData?.get('intent') === 'make'}>
        トークンを作成
      </Button>
    </Form>
  )
}
