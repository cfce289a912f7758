import { data, Form, useNavigation } from 'react-router'
import { isRecentAuth } from '#authorization/recent-auth.ts'
import { formatDayWithYear, formatMoment } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import {
  endWebhook,
  makeWebhook,
  ownWebhooks,
  type Webhook,
  webhookSide,
} from '#modules/notifications/webhooks/keep-webhook.server.ts'
import { groupsFor, webhookGroups } from '#modules/notifications/webhooks/webhook-kinds.ts'
import { FieldPanel } from '#routes/auth/field-panel.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem } from '#web/form.ts'
import { guarded } from '#web/guard.server.ts'
import { job, runJob, withTool } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { proven } from '#web/prove-again.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/webhooks.ts'

export const meta = () => ownMeta('Webhook')
export const middleware = guarded('auth')

export const loader = page(async (ctx, _: Route.LoaderArgs) => ({
  webhooks: await ownWebhooks(ctx),
  groups: groupsFor(webhookSide(ctx)),
  fresh: isRecentAuth(ctx.actor, ctx.now),
}))

const none: Problem | undefined = undefined

const steps = {
  end: job(endWebhook, {
    done: (_done, _given, _ctx, _args: Route.ActionArgs) =>
      redirectWithFlash('/profile/webhooks', '通知を停止しました。'),
  }),
  make: proven(
    job(
      withTool(makeWebhook, ({ context }: Route.ActionArgs) => context.get(requestFacts)),
      {
        done: ({ secret }) => data({ secret, problem: none }),
        at: ({ refusal }) => (refusal === 'bad_address' ? 'url' : refusal === 'nothing_chosen' ? 'groups' : undefined),
      },
    ),
  ),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob(steps, ctx, await formOf(args.request), args),
)

export default function WebhooksPage({ loaderData: { webhooks, groups, fresh }, actionData }: Route.ComponentProps) {
  const secret = actionData && 'secret' in actionData ? actionData.secret : null
  return (
    <FieldPanel wide>
      <h1 className="text-h2 font-bold text-pine">Webhook</h1>
      {secret ? (
        <NewSecret secret={secret} />
      ) : (
        <>
          <p>
            注文や在庫に変更があったときに、ご使用のソフトへ通知します。通知が正規のものかは、署名（ヘッダー
            Une-Signature）で確認できます。仕様は
            <Link to="/api/docs" reloadDocument className="prose-link font-bold">
              <Explained inControl>APIの説明</Explained>
            </Link>
            をご覧ください。
          </p>
          {webhooks.length === 0 ? (
            <p>送信先はまだありません。</p>
          ) : (
            <ul className="grid grid-cols-1 gap-3">
              {webhooks.map((webhook) => (
                <li key={webhook.id}>
                  <WebhookCard webhook={webhook} />
                </li>
              ))}
            </ul>
          )}
          <MakeWebhook groups={groups} fresh={fresh} problem={actionData?.problem} />
          <ButtonLink to="/profile" kind="line" size="lg">
            設定に戻る
          </ButtonLink>
        </>
      )}
    </FieldPanel>
  )
}

const NewSecret = ({ secret }: { secret: string }) => (
  <>
    <Notice tone="matcha">送信先を追加しました。署名シークレットが表示されるのは今回のみです。控えてください。</Notice>
    <p className="num rounded-control bg-sunken p-4 break-all text-ink">{secret}</p>
    <ButtonLink to="/profile/webhooks" kind="line" size="lg">
      控えました。一覧に戻る
    </ButtonLink>
  </>
)

const WebhookCard = ({ webhook: { id, url, groups, createdAt, failingSince, stoppedAt } }: { webhook: Webhook }) => (
  <article className="card grid grid-cols-1 gap-2 p-4 text-ink" aria-label={url}>
    <h2 className="num text-h4 font-bold break-all">{url}</h2>
    <p>{groups.map((name) => webhookGroups[name].word).join('・')}</p>
    <p className="flex flex-wrap items-center gap-2 text-sub text-ink-2">
      {stoppedAt ? (
        <Badge tone="akane">停止中</Badge>
      ) : failingSince ? (
        <Badge tone="tag">{formatMoment(failingSince)}から届いていません</Badge>
      ) : (
        <Badge tone="pine">通知中</Badge>
      )}
      {formatDayWithYear(jstDateOf(createdAt))}から
    </p>
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={`/profile/webhooks/${id}`} kind="line">
        送信履歴
      </ButtonLink>
      <Form method="post">
        <input type="hidden" name="intent" value="end" />
        <input type="hidden" name="id" value={id} />
        <Button kind="danger">
          削除<span className="visually-hidden">：{url}</span>
        </Button>
      </Form>
    </div>
  </article>
)

type MakeProps = Pick<Route.ComponentProps['loaderData'], 'groups' | 'fresh'> & { problem: Problem | undefined }

function MakeWebhook({ groups, fresh, problem }: MakeProps) {
  const { state, formData } = useNavigation()
  return (
    <Form method="post" noValidate className="grid grid-cols-1 gap-5 border-t border-line pt-5">
      <input type="hidden" name="intent" value="make" />
      <h2 className="text-h4 font-bold">送信先を追加</h2>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <TextField
        id="webhook-url"
        label="送信先のURL"
        name="url"
        need="required"
        inputMode="url"
        autoComplete="off"
        maxLength={500}
        help="https:// で始まるURL"
        defaultValue={problem?.typed.url}
        error={problem?.fields.url}
      />
      <CheckboxGroup
        id="webhook-group"
        legend="通知する内容"
        name="groups"
        need="required"
        choices={groups.map((name) => ({
          value: name,
          label: webhookGroups[name].word,
          help: webhookGroups[name].help,
        }))}
        defaultValues={problem ? (problem.typed.groups?.split(',') ?? []) : ['orders']}
        error={problem?.fields.groups}
      />
      <ProofField id="webhook-password" fresh={fresh} problem={problem} />
      <Button size="lg" busy={state !== 'idle' && formData?.get('intent') === 'make'}>
        追加
      </Button>
    </Form>
  )
}
