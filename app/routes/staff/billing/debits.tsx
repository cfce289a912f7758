import { Form, type MetaFunction, useNavigation } from 'react-router'
import { formatDay, formatYen } from '#kernel/format.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { answerDebit, debitAgreements, stopDebit } from '#modules/payments/debit/agreement.server.ts'
import {
  agreementStateWord,
  debitObstacleWord,
  debitOutcomeWord,
  debitRunWord,
  fieldOfDebitRefusal,
} from '#modules/payments/debit/debit-labels.ts'
import { debitRuns, makeDebitRun, previewDebits } from '#modules/payments/debit/debit-run.server.ts'
import { debitSettings, saveDebitSettings } from '#modules/payments/debit/debit-settings.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/debits.ts'

export const meta: MetaFunction = () => ownMeta('口座振替（管理）')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return {
    preview: await previewDebits(ctx, parseJstDate(new URL(request.url).searchParams.get('debitOn'))),
    runs: await debitRuns(ctx),
    agreements: await debitAgreements(ctx),
    settings: await debitSettings(ctx),
    formKey: crypto.randomUUID() as string,
  }
})

const here = '/admin/billing/debits'
const saved = (message: string) => ({
  done: (_done: unknown, _given: unknown, _ctx: unknown, _args: Route.ActionArgs) => redirectWithFlash(here, message),
  at: ({ refusal }: { refusal: string }) => fieldOfDebitRefusal[refusal],
})
const all = jobs({
  make: job(makeDebitRun, {
    done: ({ id }, _given, _ctx, _args: Route.ActionArgs) =>
      redirectWithFlash(
        `${here}/${id}`,
        '口座振替を作成しました。依頼データをダウンロードし、銀行に送信してください。',
      ),
  }),
  answer: job(answerDebit, saved('金融機関の回答を記録し、飲食店に通知しました。')),
  stop: job(stopDebit, saved('口座振替の登録を停止し、飲食店に通知しました。')),
  settings: job(saveDebitSettings, saved('口座振替の設定を保存しました。')),
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return all(ctx, args)
})

type Loaded = Route.ComponentProps['loaderData']
type Problem = NonNullable<Route.ComponentProps['actionData']>['problem'] | undefined

/** Exceptions first: what is not collected, then what is; the runs; what banks have answered; our own account. */
export default function DebitsPage({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">口座振替</h1>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <Preview loaded={loaderData} />
      <Runs runs={loaderData.runs} />
      <Agreements loaded={loaderData} problem={problem} />
      <Settings loaded={loaderData} problem={problem?.typed.intent === 'settings' ? problem : undefined} />
    </div>
  )
}

function Preview({ loaded: { preview, formKey } }: { loaded: Loaded }) {
  const busy = useNavigation().formMethod === 'POST'
  const { debitOn, exceptions, collected, totalYen } = preview
  const stopped = !preview.isSetUp || !preview.isBankDay || preview.isLate
  return (
    <Panel head={<h2>次の口座振替</h2>}>
      <Form method="get" className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[14rem_auto_1fr]">
        <TextField label="振替日" name="debitOn" type="date" defaultValue={debitOn} />
        <Button kind="line">表示する</Button>
      </Form>
      {!preview.isSetUp && (
        <Notice tone="tag">委託者番号が設定されていません。設定するまで、飲食店は口座振替を選択できません。</Notice>
      )}
      {!preview.isBankDay && (
        <Notice tone="tag">{formatDay(debitOn)}は金融機関の休業日です。別の日を指定してください。</Notice>
      )}
      {preview.isBankDay && preview.isLate && (
        <Notice tone="tag">
          依頼データの送信期限（{formatDay(preview.handInBy)}）を過ぎています。別の日を指定してください。
        </Notice>
      )}
      {exceptions.length === 0 && collected.length === 0 && (
        <EmptyState>{formatDay(debitOn)}までに引き落とす請求書はありません</EmptyState>
      )}
      {exceptions.length > 0 && (
        <PlainTable
          className="min-w-[40rem]"
          label="振替対象外の請求書"
          heads={['理由', '飲食店', '請求書', '支払期日', { figures: '金額' }]}
        >
          {exceptions.map((it) => (
            <tr key={it.documentId} className="border-b border-line last:border-b-0">
              <td className="px-3 py-2">
                <Badge tone={it.obstacle === 'in_run' ? 'ai' : 'akane'}>
                  {it.obstacle && debitObstacleWord[it.obstacle]}
                </Badge>
              </td>
              <th scope="row" className="px-3 text-start">
                {it.restaurant}
              </th>
              <td className="px-3 tabular-nums">{it.number}</td>
              <td className="px-3 whitespace-nowrap">{it.dueOn && formatDay(it.dueOn)}</td>
              <td className="px-3 text-end tabular-nums">{formatYen(it.yen)}</td>
            </tr>
          ))}
        </PlainTable>
      )}
      {collected.length > 0 && (
        <>
          <PlainTable
            className="min-w-[48rem]"
            label="引き落とす請求書"
            heads={['飲食店', '請求書', '支払期日', '口座', { figures: '過入金・返金の充当' }, { figures: '振替額' }]}
          >
            {collected.map((it) => (
              <tr key={it.documentId} className="border-b border-line last:border-b-0">
                <th scope="row" className="px-3 py-2 text-start">
                  {it.restaurant}
                </th>
                <td className="px-3 tabular-nums">{it.number}</td>
                <td className="px-3 whitespace-nowrap">{it.dueOn && formatDay(it.dueOn)}</td>
                <td className="px-3">{it.account}</td>
                <td className="px-3 text-end tabular-nums">{formatYen(it.creditYen)}</td>
                <td className="px-3 text-end tabular-nums">{formatYen(it.yen)}</td>
              </tr>
            ))}
          </PlainTable>
          <p>
            <b>
              {collected.length}件・合計{formatYen(totalYen)}
            </b>
            （依頼データの送信期限：{formatDay(preview.handInBy)}）
          </p>
          {!stopped && (
            <May to="debits.change" told>
              <Form method="post">
                <input type="hidden" name="intent" value="make" />
                <input type="hidden" name="key" value={formKey} />
                <input type="hidden" name="debitOn" value={debitOn} />
                <input type="hidden" name="count" value={collected.length} />
                <input type="hidden" name="totalYen" value={totalYen} />
                <Confirm
                  question="この内容で口座振替を作成しますか"
                  consequence={`${formatDay(debitOn)}に${collected.length}件、合計${formatYen(totalYen)}の引き落としを銀行に依頼するデータを作成できるようになります。`}
                  confirm="作成する"
                  busy={busy}
                >
                  口座振替を作成する
                </Confirm>
              </Form>
            </May>
          )}
        </>
      )}
    </Panel>
  )
}

function Runs({ runs }: { runs: Loaded['runs'] }) {
  return (
    <Panel head={<h2>口座振替の一覧</h2>}>
      {runs.length === 0 ? (
        <EmptyState>口座振替はまだありません</EmptyState>
      ) : (
        <PlainTable
          className="min-w-[40rem]"
          label="口座振替の一覧"
          heads={['振替日', '状態', { figures: '件数' }, { figures: '合計' }, { figures: '振替不能' }, '作成']}
        >
          {runs.map((run) => (
            <tr key={run.id} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-3 text-start whitespace-nowrap">
                <Link to={`${here}/${run.id}`} className="prose-link inline-flex min-h-11 items-center">
                  {formatDay(run.debitOn)}
                </Link>
              </th>
              <td className="px-3 whitespace-nowrap">{debitRunWord[run.state]}</td>
              <td className="px-3 text-end tabular-nums">{run.itemCount}</td>
              <td className="px-3 text-end tabular-nums">{formatYen(run.totalYen)}</td>
              <td className="px-3 text-end tabular-nums">{run.failed}</td>
              <td className="px-3">{run.maker}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </Panel>
  )
}

function Agreements({ loaded: { agreements, formKey }, problem }: { loaded: Loaded; problem: Problem }) {
  return (
    <Panel head={<h2>飲食店の登録</h2>}>
      {agreements.length === 0 && <EmptyState>口座振替の申し込みはありません</EmptyState>}
      <ul>
        {agreements.map((it, at) => (
          <li key={it.id} className="grid grid-cols-1 gap-2 border-b border-line py-3 last:border-b-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <b>{it.restaurant}</b>
              <Badge tone={it.state === 'agreed' ? 'matcha' : 'ai'}>{agreementStateWord[it.state]}</Badge>
              {it.lastOutcome && it.lastOutcome !== 'paid' && (
                <Badge tone="akane">前回：{debitOutcomeWord[it.lastOutcome]}</Badge>
              )}
            </p>
            <p>
              {it.account}・顧客番号 <span className="tabular-nums wrap-anywhere">{it.customer}</span>（
              {it.state === 'agreed' ? '登録日' : '申込日'} {formatDay(it.since)}）
            </p>
            <May to="debits.change">
              <Form method="post" className="flex flex-wrap items-end gap-3" noValidate>
                <input type="hidden" name="key" value={`${formKey.slice(0, -6)}${String(at).padStart(6, '0')}`} />
                <input type="hidden" name="id" value={it.id} />
                <TextField
                  id={`reason-${it.id}`}
                  label={it.state === 'agreed' ? '停止の理由' : '受け付けられない場合の理由'}
                  name="reason"
                  autoComplete="off"
                  error={problem?.typed.id === it.id ? problem.fields.reason : undefined}
                />
                <input type="hidden" name="intent" value={it.state === 'agreed' ? 'stop' : 'answer'} />
                {it.state === 'agreed' ? (
                  <Button kind="danger">登録を停止する</Button>
                ) : (
                  <>
                    <Button name="answer" value="agreed">
                      登録済みにする
                    </Button>
                    <Button name="answer" value="refused" kind="line">
                      不受理にする
                    </Button>
                  </>
                )}
              </Form>
            </May>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Settings({ loaded: { settings, formKey }, problem }: { loaded: Loaded; problem: Problem }) {
  const typed = problem?.typed
  const field = (name: keyof Loaded['settings'], label: string, help?: string) => (
    <TextField
      label={label}
      name={name}
      help={help}
      defaultValue={typed?.[name] ?? String(settings[name])}
      error={problem?.fields[name]}
      autoComplete="off"
    />
  )
  return (
    <Panel head={<h2>委託者番号と入金口座</h2>}>
      <May to="debits.change" told>
        <Form method="post" className="grid grid-cols-1 gap-3 sm:grid-cols-2" noValidate>
          <input type="hidden" name="intent" value="settings" />
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="version" value={settings.version} />
          {field('collectorCode', '委託者番号（10桁）', '空欄にすると、口座振替の受け付けを終了します')}
          {field('collectorName', '委託者名（カナ）')}
          {field('bankCode', '金融機関コード（4桁）')}
          {field('branchCode', '支店コード（3桁）')}
          <RadioGroup
            legend="預金種目"
            name="type"
            defaultValue={typed?.type ?? settings.type}
            choices={[
              { value: '1', label: '普通' },
              { value: '2', label: '当座' },
            ]}
          />
          {field('number', '口座番号（7桁）')}
          {field('leadDays', '依頼データの送信期限（振替日の何営業日前か）')}
          <p>
            <Button>保存する</Button>
          </p>
        </Form>
      </May>
    </Panel>
  )
}
