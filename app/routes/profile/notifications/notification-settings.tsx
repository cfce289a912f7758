import { Mail } from 'lucide-react'
import { data, Form, useNavigation } from 'react-router'
import { viewerOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { formatTime } from '#kernel/format.ts'
import { mailPaces, type RingingChannel, ringingChannels } from '#kernel/notification-enums.ts'
import { ownAccount } from '#modules/identity/own-account.server.ts'
import {
  keepFax,
  keepPhone,
  makeLineCode,
  type OwnAddress,
  ownAddresses,
  removeAddress,
} from '#modules/notifications/notification-addresses.server.ts'
import {
  type KindSetting,
  notificationSettings,
  saveNotificationSettings,
} from '#modules/notifications/notification-settings.server.ts'
import { notificationTopics } from '#modules/notifications/notification-topics.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem } from '#web/form.ts'
import { guarded } from '#web/guard.server.ts'
import { job, runJob, withTool } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/notification-settings.ts'
import { PushButton } from './push-button.tsx'

export const meta = () => ownMeta('お知らせの受信設定')
export const middleware = guarded('auth')

const here = '/profile/notices'

export const loader = page(async (ctx, { context }: Route.LoaderArgs) => {
  const { channels, line, pushKey } = context.get(requestFacts).ringing
  const [settings, addresses, account] = await Promise.all([
    notificationSettings(ctx),
    ownAddresses(ctx),
    ownAccount(ctx),
  ])
  return {
    settings,
    addresses,
    email: account.email,
    mayChange: viewerOf(ctx.actor) === null,
    offered: { push: pushKey, line: line?.name ?? null, sms: Boolean(channels.sms), fax: Boolean(channels.fax) },
  }
})

const none: Problem | undefined = undefined
const saved = (sentence: string) => (_value: unknown, _given: unknown, _ctx: Ctx, _args: Route.ActionArgs) =>
  redirectWithFlash(here, sentence)

const steps = {
  line: job(
    withTool(makeLineCode, ({ context }: Route.ActionArgs) => context.get(requestFacts).encryption),
    { done: ({ code, until }) => data({ lineCode: { code, until: formatTime(until) }, problem: none }) },
  ),
  sms: job(keepPhone, { done: saved('SMSでも受信できるようになりました。') }),
  fax: job(keepFax, { done: saved('FAX番号を保存しました。') }),
  remove: job(removeAddress, { done: saved('届け先を解除しました。') }),
  kinds: job(saveNotificationSettings, { done: saved('お知らせの受信設定を保存しました。') }),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob(steps, ctx, await formOf(args.request), args),
)

type Loaded = Route.ComponentProps['loaderData']

export default function NotificationSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, addresses, email, offered, mayChange } = loaderData
  const problem = actionData?.problem
  const lineCode = actionData && 'lineCode' in actionData ? actionData.lineCode : null
  const of = (intent: string) => (problem?.typed.intent === intent ? problem : undefined)
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-8 px-4 py-6 lg:py-10">
      <header className="grid grid-cols-1 gap-2">
        <h1 className="text-h2 font-bold text-pine">お知らせの受信設定</h1>
        <p>お知らせの種類ごとに、受け取る方法を選択できます。画面の「お知らせ」には、常にすべて表示されます。</p>
      </header>
      <section aria-labelledby="where" className="grid grid-cols-1 gap-4">
        <h2 id="where" className="text-h3">
          <Head as="span">お知らせの届け先</Head>
        </h2>
        {problem && !['fax', 'kinds'].includes(problem.typed.intent ?? '') && (
          <Notice tone="akane">{problem.summary}</Notice>
        )}
        <div className="card grid grid-cols-1">
          <Way word="メール">
            <p className="flex items-start gap-2">
              <Mail aria-hidden="true" className="mt-0.5 shrink-0 text-pine" />
              <span className="min-w-0 wrap-anywhere">{email ?? 'メールアドレスが登録されていません'}</span>
            </p>
          </Way>
          {offered.push && (
            <Way word="この端末（プッシュ）">
              <Kept addresses={addresses} channel="push" />
              {mayChange && <PushButton publicKey={offered.push} />}
            </Way>
          )}
          {offered.line && (
            <Way word="LINE">
              <Kept addresses={addresses} channel="line" />
              <LineWay account={offered.line} code={lineCode} />
            </Way>
          )}
          {offered.sms && (
            <Way word="SMS">
              <Kept addresses={addresses} channel="sms" />
              <QueuedMutation intent="sms">登録した電話番号で受け取る</QueuedMutation>
            </Way>
          )}
          {offered.fax && (
            <Way word="FAX">
              <Kept addresses={addresses} channel="fax" />
              <FaxForm problem={of('fax')} />
            </Way>
          )}
        </div>
      </section>
      <KindsForm settings={settings} addresses={addresses} problem={of('kinds')} />
      <ButtonLink to="/profile#notices" kind="line">
        マイ設定に戻る
      </ButtonLink>
    </div>
  )
}

const Way = ({ word, children }: { word: string; children: React.ReactNode }) => (
  <section className="grid grid-cols-1 gap-3 border-t border-line p-4 first:border-t-0">
    <h3 className="font-bold">{word}</h3>
    {children}
  </section>
)

/** The addresses of a channel, each with a button to remove it. */
function Kept({ addresses, channel }: { addresses: readonly OwnAddress[]; channel: RingingChannel }) {
  const kept = addresses.filter((it) => it.channel === channel)
  if (kept.length === 0) return <p className="text-sub text-ink-2">未連携です。</p>
  return (
    <ul className="grid grid-cols-1 gap-2">
      {kept.map(({ id, label, ended }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 wrap-anywhere">
            {label || '連携済み'}
            {ended && <b className="ms-2 text-akane">現在は届きません。連携し直してください</b>}
          </span>
          <Form method="post">
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="id" value={id} />
            <Button kind="text">
              解除する<span className="visually-hidden">：{label}</span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  )
}

function QueuedMutation({ intent, children }: { intent: string; children: string }) {
  const { state, formData } = useNavigation()
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Button kind="line" busy={state !== 'idle' && formData?.get('intent') === intent}>
        {children}
      </Button>
    </Form>
  )
}

/** The LINE account that sends the code is linked to the user to whom it was shown. */
const LineWay = ({ account, code }: { account: string; code: { code: string; until: string } | null }) =>
  code ? (
    <div className="grid grid-cols-1 gap-3 rounded-control bg-tag-tint p-4" role="status">
      <p>
        LINEで <b>{account}</b> を友だちに追加し、次のコードを送信してください（{code.until}まで）。
      </p>
      <p className="num text-h2 tracking-wider">{code.code}</p>
      <p>
        <a
          className="btn"
          data-kind="pine"
          href={`https://line.me/R/oaMessage/${encodeURIComponent(account)}/?${code.code}`}
          rel="noopener noreferrer"
        >
          LINEを開いて送信
        </a>
      </p>
    </div>
  ) : (
    <QueuedMutation intent="line">LINEと連携</QueuedMutation>
  )

function FaxForm({ problem }: { problem: Problem | undefined }) {
  const { state, formData } = useNavigation()
  return (
    <Form method="post" noValidate className="grid grid-cols-1 gap-3">
      <input type="hidden" name="intent" value="fax" />
      <TextField
        id="fax"
        label="FAX番号"
        name="fax"
        inputMode="tel"
        autoComplete="off"
        help="注文が入ると、回答方法を記載した用紙が届きます"
        defaultValue={problem?.typed.fax}
        error={problem?.fields.fax}
      />
      <Button kind="line" className="justify-self-start" busy={state !== 'idle' && formData?.get('intent') === 'fax'}>
        この番号で受け取る
      </Button>
    </Form>
  )
}

const channelWord: Record<RingingChannel, string> = { push: '端末', line: 'LINE', sms: 'SMS', fax: 'FAX' }
const paceWord: Record<KindSetting['mail'], string> = { now: 'すぐに', daily: '朝7時に一括', off: '送らない' }

/** Channels per kind, and quiet hours: saved together. */
function KindsForm({
  settings,
  addresses,
  problem,
}: Pick<Loaded, 'settings' | 'addresses'> & { problem: Problem | undefined }) {
  const { state, formData } = useNavigation()
  const there = ringingChannels.filter((name) => addresses.some((it) => it.channel === name && !it.ended))
  return (
    <Form method="post" noValidate className="grid grid-cols-1 gap-5">
      <input type="hidden" name="intent" value="kinds" />
      <h2 className="text-h3 font-bold">お知らせの種類と受信方法</h2>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <div className="card grid grid-cols-1">
        {settings.kinds.map((setting, at) => (
          <KindFields key={setting.kind} of={`kinds[${at}]`} setting={setting} there={there} problem={problem} />
        ))}
      </div>
      <section aria-labelledby="quiet" className="card grid grid-cols-1 gap-3 p-4">
        <h2 id="quiet" className="text-h4 font-bold">
          通知しない時間
        </h2>
        <p className="text-sub">
          <Explained>
            この時間は、端末・LINE・SMS・FAXに送信しません。終了後は、その時点で有効な通知のみ送信します。メールは常に届きます。開始と終了を同じ時刻にすると、常に通知します。
          </Explained>
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <HourField name="quiet.from" label="から" minute={settings.quiet.from} />
          <HourField name="quiet.until" label="まで" minute={settings.quiet.until} />
        </div>
      </section>
      <Button size="lg" busy={state !== 'idle' && formData?.get('intent') === 'kinds'}>
        保存する
      </Button>
    </Form>
  )
}

type KindProps = {
  of: string
  setting: KindSetting
  there: readonly RingingChannel[]
  problem: Problem | undefined
}

function KindFields({ of, setting: { kind, mail, channels }, there, problem }: KindProps) {
  const { word, help, needed } = notificationTopics[kind]
  const typed = problem?.typed
  const paces = needed
    ? mailPaces.filter((pace) => pace !== 'daily' && (pace !== 'off' || there.length > 0))
    : mailPaces
  return (
    <fieldset className="grid grid-cols-1 gap-3 border-t border-line p-4 first:border-t-0">
      <input type="hidden" name={`${of}.kind`} value={kind} />
      <legend className="float-left mb-1 w-full font-bold">{word}</legend>
      <p className="clear-both text-sub text-ink-2">{help}</p>
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <SelectField
          label={
            <>
              メール<span className="visually-hidden">（{word}）</span>
            </>
          }
          name={`${of}.mail`}
          defaultValue={typed?.[`${of}.mail`] ?? mail}
        >
          {paces.map((pace) => (
            <option key={pace} value={pace}>
              {paceWord[pace]}
            </option>
          ))}
        </SelectField>
        {ringingChannels.map((name) => {
          const on = (typed ? (typed[`${of}.channels`]?.split(',') ?? []) : channels).includes(name)
          // a selected channel without an address stays selected
          if (!there.includes(name))
            return on && <input key={name} type="hidden" name={`${of}.channels`} value={name} />
          return (
            <label key={name} className="flex min-h-(--target) items-center gap-2">
              <input
                type="checkbox"
                name={`${of}.channels`}
                value={name}
                defaultChecked={on}
                className="size-6 shrink-0 accent-pine"
              />
              {channelWord[name]}
              <span className="visually-hidden">（{word}）</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

const HourField = ({ name, label, minute }: { name: string; label: string; minute: number }) => (
  <SelectField label={label} name={name} defaultValue={minute - (minute % 60)}>
    {hours.map((hour) => (
      <option key={hour} value={hour * 60}>
        {hour}時
      </option>
    ))}
  </SelectField>
)
