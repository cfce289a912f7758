import { Form, type MetaFunction, useNavigation } from 'react-router'
import { formatDay, formatMoment, formatYen } from '#kernel/format.ts'
import { addDays, jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { sumYen } from '#kernel/yen.ts'
import { bankDay } from '#modules/banking/bank-days.ts'
import { Exceptions } from '#modules/bookkeeping/ui/exceptions.tsx'
import { openOnly } from '#modules/ledger/open-item.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { stopBankAccount, waitingBankAccounts } from '#modules/payouts/bank-account.server.ts'
import { fieldOfRefusal } from '#modules/payouts/bank-account-labels.ts'
import { holdWarningDays, longHeld, payWithinDays } from '#modules/payouts/long-holds.server.ts'
import { makePayRun, payRuns, previewPayRun } from '#modules/payouts/pay-run.server.ts'
import { obstacleWord, payRunState } from '#modules/payouts/pay-run-labels.ts'
import { payoutExceptionKinds, payoutExceptions } from '#modules/payouts/payout-exceptions.server.ts'
import { payoutSettings, savePayoutSettings } from '#modules/payouts/payout-settings.server.ts'
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
import type { Route } from './+types/payouts.ts'
import { PayRunList } from './pay-run-list.tsx'

export const meta: MetaFunction = () => ownMeta('農園への支払い（管理）')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const today = jstDateOf(ctx.now)
  const asked = parseJstDate(new URL(request.url).searchParams.get('payOn'))
  const payOn = asked ?? bankDay(addDays(today, 1), 'next')
  return {
    payOn,
    preview: await previewPayRun(ctx, payOn),
    runs: (await payRuns(ctx)).map((run) => ({ ...run, state: payRunState(run) })),
    accounts: await waitingBankAccounts(ctx),
    holds: (await longHeld(ctx)).map((it) => ({ ...it, isLate: it.payBy < today })),
    exceptions: openOnly(payoutExceptionKinds, await payoutExceptions(ctx)),
    today,
    holdDays: { warn: holdWarningDays, most: payWithinDays },
    settings: await payoutSettings(ctx),
    formKey: crypto.randomUUID(),
  }
})

const here = '/admin/payouts'
const all = jobs({
  make: job(makePayRun, {
    done: ({ id }, _given, _ctx, _args: Route.ActionArgs) =>
      redirectWithFlash(`${here}/${id}`, '振込を作成しました。他の担当者が承認してください。'),
  }),
  stop: job(stopBankAccount, {
    done: (_done, _given, _ctx, _args: Route.ActionArgs) => redirectWithFlash(here, '口座の変更を停止しました。'),
    at: ({ refusal }) => fieldOfRefusal[refusal],
  }),
  settings: job(savePayoutSettings, {
    done: (_done, _given, _ctx, _args: Route.ActionArgs) => redirectWithFlash(here, '振込元の設定を保存しました。'),
  }),
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return all(ctx, args)
})

type Loaded = Route.ComponentProps['loaderData']
type Problem = NonNullable<Route.ComponentProps['actionData']>['problem'] | undefined

export default function PayoutsPage({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  const of = (intent: string) => (problem?.typed.intent === intent ? problem : undefined)
  const { exceptions, today } = loaderData
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">農園への支払い</h1>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <Exceptions
        caption="対応が必要な支払い"
        items={exceptions}
        none="対応が必要な支払いはありません。"
        today={today}
      />
      {loaderData.holds.length > 0 && <Holds {...loaderData} />}
      <Preview loaded={loaderData} />
      <Accounts loaded={loaderData} problem={of('stop')} />
      <PayRunList runs={loaderData.runs} />
      <Settings loaded={loaderData} problem={of('settings')} />
    </div>
  )
}

function Holds({ holds, holdDays }: Pick<Loaded, 'holds' | 'holdDays'>) {
  return (
    <Panel head={<h2 id="holds">支払期日の近い留保（{holds.length}件）</h2>}>
      <p>
        受領から{holdDays.warn}日以上留保している金額です。受領日から{holdDays.most}
        日以内に支払えるよう、報告の決定または異議への回答を完了してください。
      </p>
      <PlainTable
        className="min-w-[48rem]"
        label="支払期日の近い留保"
        heads={['支払期日', '農園', '支払通知書', '理由', '受領日', { figures: '留保額' }]}
      >
        {holds.map((it) => (
          <tr key={it.id} className="border-b border-line last:border-b-0">
            <td className="px-3 py-2 whitespace-nowrap">
              {formatDay(it.payBy)} {it.isLate && <Badge tone="akane">超過</Badge>}
            </td>
            <th scope="row" className="px-3 text-start">
              {it.farm}
            </th>
            <td className="px-3 tabular-nums">
              <Link to={`/admin/statements/${it.documentId}`} className="prose-link inline-flex min-h-11 items-center">
                {it.statement}
              </Link>
            </td>
            <td className="px-3">
              <Link
                to={it.of === 'claim' ? `/admin/claims/${it.id}` : '/admin/statements#objections'}
                className="prose-link inline-flex min-h-11 items-center"
              >
                {it.of === 'claim' ? '報告' : '異議'} {it.name}
              </Link>
            </td>
            <td className="px-3 whitespace-nowrap">{formatDay(it.receivedOn)}</td>
            <td className="px-3 text-end tabular-nums">{formatYen(it.yen)}</td>
          </tr>
        ))}
      </PlainTable>
    </Panel>
  )
}

function Preview({ loaded: { payOn, preview, formKey } }: { loaded: Loaded }) {
  const busy = useNavigation().formMethod === 'POST'
  const { exceptions, paid, totalYen, isBankDay } = preview
  return (
    <Panel head={<h2 id="next">次の振込</h2>}>
      <Form method="get" className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[14rem_auto_1fr]">
        <TextField label="振込日" name="payOn" type="date" defaultValue={payOn} />
        <Button kind="line">表示する</Button>
      </Form>
      {!isBankDay && <Notice tone="tag">{formatDay(payOn)}は金融機関の休業日です。別の日を指定してください。</Notice>}
      {exceptions.length === 0 && paid.length === 0 && (
        <EmptyState>{formatDay(payOn)}までに振り込む支払通知書はありません</EmptyState>
      )}
      {exceptions.length > 0 && (
        <PlainTable
          className="min-w-[40rem]"
          label="振込対象外の支払通知書"
          heads={['理由', '農園', '支払通知書', { figures: '金額' }, { figures: '留保額' }]}
        >
          {perFarm(exceptions).map((it) => (
            <tr key={`${it.farmId} ${it.obstacle}`} className="border-b border-line last:border-b-0">
              <td className="px-3 py-2">
                <Badge tone="akane">{it.obstacle && obstacleWord[it.obstacle]}</Badge>
              </td>
              <th scope="row" className="px-3 text-start">
                {it.farm}
              </th>
              <td className="px-3 tabular-nums">
                {it.number}
                {it.count > 1 && ` 他${it.count - 1}件`}
              </td>
              <td className="px-3 text-end tabular-nums">{formatYen(it.yen)}</td>
              <td className="px-3 text-end tabular-nums">{formatYen(it.heldYen)}</td>
            </tr>
          ))}
        </PlainTable>
      )}
      {paid.length > 0 && (
        <>
          <PlainTable
            className="min-w-[44rem]"
            label="振り込む支払通知書"
            heads={['農園', '支払通知書', '口座', { figures: '振込額' }, { figures: '留保額' }]}
          >
            {paid.map((it) => (
              <tr key={it.documentId} className="border-b border-line last:border-b-0">
                <th scope="row" className="px-3 py-2 text-start">
                  {it.farm}
                </th>
                <td className="px-3 tabular-nums">{it.number}</td>
                <td className="px-3">{it.account}</td>
                <td className="px-3 text-end tabular-nums">{formatYen(it.yen)}</td>
                <td className="px-3 text-end tabular-nums">{formatYen(it.heldYen)}</td>
              </tr>
            ))}
          </PlainTable>
          <p>
            <b>
              {paid.length}件・合計{formatYen(totalYen)}
            </b>
          </p>
          <May to="payouts.run" told>
            <Form method="post">
              <input type="hidden" name="intent" value="make" />
              <input type="hidden" name="key" value={formKey} />
              <input type="hidden" name="payOn" value={payOn} />
              <input type="hidden" name="count" value={paid.length} />
              <input type="hidden" name="totalYen" value={totalYen} />
              <Confirm
                question="この内容で振込を作成しますか"
                consequence={`${formatDay(payOn)}に${paid.length}件、合計${formatYen(totalYen)}を振り込みます。他の担当者の承認後に、振込データを作成できます。`}
                confirm="作成する"
                busy={busy}
              >
                振込を作成する
              </Confirm>
            </Form>
          </May>
        </>
      )}
    </Panel>
  )
}

type Exception = Loaded['preview']['exceptions'][number]

/** A farm without an account has a statement for every month: one row for what keeps them back. */
const perFarm = (exceptions: readonly Exception[]) =>
  [...Map.groupBy(exceptions, ({ farmId, obstacle }) => `${farmId} ${obstacle}`).values()].flatMap((same) =>
    same.slice(0, 1).map((it) => ({
      ...it,
      count: same.length,
      yen: sumYen(same.map(({ yen }) => yen)),
      heldYen: sumYen(same.map(({ heldYen }) => heldYen)),
    })),
  )

function Accounts({ loaded: { accounts }, problem }: { loaded: Loaded; problem: Problem }) {
  if (accounts.length === 0) return null
  return (
    <Panel head={<h2>変更待ちの受取口座</h2>}>
      {accounts.map(({ id, farm, text, before, usableFrom }) => (
        <div key={id} className="grid grid-cols-1 gap-2 border-b border-line py-3 last:border-b-0">
          <p>
            <b>{farm}</b>：{before ?? '登録なし'} → {text}（{usableFrom && formatMoment(usableFrom)}から）
          </p>
          <May to="bank_account.stop">
            <Form method="post" className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[20rem_auto_1fr]" noValidate>
              <input type="hidden" name="intent" value="stop" />
              <input type="hidden" name="id" value={id} />
              <TextField
                id={`reason-${id}`}
                label="停止の理由"
                name="reason"
                error={problem?.typed.id === id ? problem.fields.reason : undefined}
              />
              <Button kind="danger">変更を停止する</Button>
            </Form>
          </May>
        </div>
      ))}
    </Panel>
  )
}

function Settings({ loaded: { settings, formKey }, problem }: { loaded: Loaded; problem: Problem }) {
  const typed = problem?.typed
  const field = (name: keyof Loaded['settings'], label: string) => (
    <TextField
      label={label}
      name={name}
      defaultValue={typed?.[name] ?? String(settings[name])}
      error={problem?.fields[name]}
      autoComplete="off"
    />
  )
  return (
    <Panel head={<h2>振込元の口座と条件</h2>}>
      <May to="payouts.run" told>
        <Form method="post" className="grid grid-cols-1 gap-3 sm:grid-cols-2" noValidate>
          <input type="hidden" name="intent" value="settings" />
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="version" value={settings.version} />
          {field('senderCode', '振込依頼人コード（10桁）')}
          {field('senderName', '振込依頼人名（カナ）')}
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
          {field('leastYen', '最低支払額（円）')}
          {field('transferFeeYen', '1件の振込手数料（円、当社負担）')}
          <RadioGroup
            legend="総合振込ファイルの改行"
            name="lineEnds"
            defaultValue={typed?.lineEnds ?? settings.lineEnds}
            choices={[
              { value: 'crlf', label: 'あり（CRLF）' },
              { value: 'none', label: 'なし' },
            ]}
          />
          <p>
            <Button>保存する</Button>
          </p>
        </Form>
      </May>
    </Panel>
  )
}
