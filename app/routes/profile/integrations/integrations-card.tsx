import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatDayWithYear, formatMoment } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { OwnCalendar } from '#modules/identity/access-keys.server.ts'
import type { ApiToken } from '#modules/identity/api-tokens.server.ts'
import type { Webhook } from '#modules/notifications/webhooks/keep-webhook.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { ProfileCard } from '../profile-card.tsx'

type Props = {
  tokens: readonly ApiToken[]
  calendars: readonly OwnCalendar[]
  webhooks: readonly Webhook[]
  mayMakeTokens: boolean
  mayMakeWebhooks: boolean
}

/**
 * Everything that reads or acts for this user without a sign-in: when it was created and last used, and a button to end
 * it.
 */
export function IntegrationsCard({ tokens, calendars, webhooks, mayMakeTokens, mayMakeWebhooks }: Props) {
  const isEmpty = tokens.length + calendars.length + webhooks.length === 0
  if (isEmpty && !mayMakeTokens) return null
  return (
    <ProfileCard id="tokens" title={<Head as="span">他のソフトとの連携</Head>}>
      {isEmpty ? (
        <p>会計や受発注のソフトから「畝と皿」を利用するための連携用トークンを作成できます。</p>
      ) : (
        <ul className="grid grid-cols-1">
          {tokens.map(({ id, name, createdAt, lastUsedAt }) => (
            <Integration key={id} intent="token" id={id} kind="連携用トークン" name={name} madeAt={createdAt}>
              {lastUsed(lastUsedAt)}
            </Integration>
          ))}
          {calendars.map(({ membershipId: id, restaurant, createdAt, lastReadAt }) => (
            <Integration key={id} intent="calendar" id={id} kind="カレンダー配信" name={restaurant} madeAt={createdAt}>
              {lastUsed(lastReadAt)}
            </Integration>
          ))}
          {webhooks.map(({ id, url, createdAt, lastSentAt }) => (
            <Integration key={id} intent="webhook" id={id} kind="Webhook" name={new URL(url).host} madeAt={createdAt}>
              {lastSentAt ? `最終送信 ${formatMoment(lastSentAt)}` : '送信なし'}
            </Integration>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-3">
        {mayMakeTokens && (
          <ButtonLink to="/profile/tokens" kind="line">
            連携用トークンへ
          </ButtonLink>
        )}
        {mayMakeWebhooks && (
          <ButtonLink to="/profile/webhooks" kind="line">
            Webhook（イベント通知）へ
          </ButtonLink>
        )}
      </p>
    </ProfileCard>
  )
}

const lastUsed = (at: Date | null) => (at ? `最終使用 ${formatMoment(at)}` : '未使用')

type IntegrationProps = {
  intent: 'token' | 'calendar' | 'webhook'
  id: string
  kind: string
  name: string
  madeAt: Date
  children: ReactNode
}

function Integration({ intent, id, kind, name, madeAt, children }: IntegrationProps) {
  const { state, formData } = useNavigation()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-bold wrap-anywhere">
          {kind}：{name}
        </p>
        <p className="text-sub text-ink-2">
          作成 {formatDayWithYear(jstDateOf(madeAt))}・{children}
        </p>
      </div>
      <Form method="post" action="/profile">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="id" value={id} />
        <Button kind="line" busy={state !== 'idle' && formData?.get('id') === id}>
          無効にする<span className="visually-hidden">：{`${kind} ${name}`}</span>
        </Button>
      </Form>
    </li>
  )
}
