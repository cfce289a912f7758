import { Form, useNavigation } from 'react-router'
import type { z } from 'zod'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatMoment, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { clearCollected, undoCollected } from '#modules/payments/clear-collected.server.ts'
import { collectedAccounts, collectedWord, depositNatureWord } from '#modules/payments/deposit-labels.ts'
import { depositDetail, findOpenInvoices, mostInvoicesFound } from '#modules/payments/deposit-queries.server.ts'
import { holdDeposit, matchByHand, offsetDeposits, undoMatch } from '#modules/payments/match-by-hand.server.ts'
import { spendCreditByHand } from '#modules/payments/spend-credit-by-hand.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, typedIn } from '#web/form.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import { StaffSearch, wordsIn } from '../staff-search.tsx'
import type { Route } from './+types/deposit.ts'
import { DepositCredits } from './deposit-credits.tsx'

export const meta = () => ownMeta('入金（管理）')

export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const q = wordsIn(new URL(request.url).searchParams)
  return {
    ...(await depositDetail(ctx, paymentIdIn(params))),
    q,
    found: await findOpenInvoices(ctx, q),
    mostFound: mostInvoicesFound,
    formKey: crypto.randomUUID() as string,
  }
})

function paymentIdIn(params: { id: string }) {
  const id = parseId<'payment'>(params.id)
  if (!id) throw new NotFound('deposit')
  return id
}

const here = ({ params }: Route.ActionArgs) => `/admin/billing/deposits/${params.id}` as const
const ofPage = ({ params }: Route.ActionArgs) => ({ paymentId: paymentIdIn(params) })

/** `pay.<document>`: what it pays of that invoice; empty is nothing. */
function readMatch(form: FormData, { params }: Route.ActionArgs) {
  const typed = typedIn(form)
  const fields: Record<string, string> = {}
  const amountOf = (name: string): number => {
    const text = (typed[name] ?? '').trim()
    if (text === '') return 0
    const amount = parseWholeNumber(text)
    if (amount === null) fields[name] = '円の整数で入力してください（例 12000）。'
    return amount ?? 0
  }
  const pays = Object.keys(typed).flatMap((name) => {
    const documentId = name.startsWith('pay.') ? parseId<'issuedDocument'>(name.slice(4)) : null
    const yen = documentId ? amountOf(name) : 0
    return documentId && yen !== 0 ? [{ documentId, yen }] : []
  })
  const restaurantId = parseId<'restaurant'>(typed.creditTo)
  const creditYen = amountOf('creditYen')
  const value: z.output<z.ZodObject<typeof matchByHand.declaration.input>> = {
    paymentId: paymentIdIn(params),
    pays,
    feeYen: amountOf('feeYen'),
    cleared: typed.cleared !== undefined,
    ...(restaurantId && creditYen > 0 && { credit: { restaurantId, yen: creditYen } }),
  }
  return Object.keys(fields).length > 0
    ? { ok: false as const, problem: { fields, summary: fieldsToMend, typed } }
    : { ok: true as const, value }
}

const run = jobs({
  collected: job(clearCollected, {
    fields: ofPage,
    done: (_done, _given, _ctx, args) => redirectWithFlash(here(args), '決済代行からの入金として消し込みました。'),
  }),
  undoCollected: job(undoCollected, {
    done: (_done, _given, _ctx, args: Route.ActionArgs) => redirectWithFlash(here(args), '消込を取り消しました。'),
  }),
  match: job(matchByHand, {
    read: readMatch,
    done: ({ leftYen }, _given, _ctx, args) =>
      redirectWithFlash(
        here(args),
        leftYen === 0 ? '消し込みました。' : `消し込みました。残額は${formatYen(leftYen)}です。`,
      ),
  }),
  undo: job(undoMatch, {
    done: (_done, _given, _ctx, args: Route.ActionArgs) => redirectWithFlash(here(args), '消込を取り消しました。'),
  }),
  spend: job(spendCreditByHand, {
    fields: ofPage,
    done: ({ number, yen }, _given, _ctx, args) =>
      redirectWithFlash(here(args), `過入金${formatYen(yen)}を${number}に充当しました。`),
    at: () => 'yen',
  }),
  hold: job(holdDeposit, {
    fields: ofPage,
    done: ({ held }, _given, _ctx, args) =>
      redirectWithFlash(here(args), held ? '保留にしました。' : '保留を解除しました。'),
  }),
  offset: job(offsetDeposits, {
    fields: ofPage,
    done: (_done, _given, _ctx, args) => redirectWithFlash(here(args), '相殺しました。'),
  }),
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return run(ctx, args)
})

export default function DepositPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const {
    deposit,
    reason,
    proposals,
    writtenOff,
    matches,
    collected,
    credits,
    opposites,
    found,
    mostFound,
    q,
    formKey,
  } = loaderData
  const problem = actionData?.problem
  const busy = useNavigation().formMethod === 'POST'
  const open = deposit.leftYen > 0 && deposit.nature === 'deposit'
  const facts = [
    [
      '入金日',
      deposit.valueOn === deposit.onDay
        ? formatDay(deposit.onDay)
        : `${formatDay(deposit.onDay)}（起算日 ${formatDay(deposit.valueOn)}）`,
    ],
    ['金額', formatYen(deposit.yen)],
    ['残額', formatYen(deposit.leftYen)],
    ['口座', deposit.account],
    ['摘要', deposit.text],
    ['EDI情報', deposit.edi],
    ['バーチャル口座', deposit.virtualAccount ?? ''],
    ['うち他店券', deposit.unclearedYen > 0 ? formatYen(deposit.unclearedYen) : ''],
    ['メモ', deposit.note],
  ] as const
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/billing/deposits" className="prose-link inline-flex min-h-11 items-center">
          入金の消込
        </Link>
      </p>
      <h1 className="text-h2 font-bold wrap-anywhere">
        {deposit.payerKana || '（名義なし）'} <Badge tone="line">{depositNatureWord[deposit.nature]}</Badge>
      </h1>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <Panel head={<h2>入金の内容</h2>}>
        <dl className="grid grid-cols-1 gap-y-1">
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <div key={name} className="flex flex-wrap gap-x-4">
                <dt className="min-w-20 text-ink-2">{name}</dt>
                <dd className="tabular-nums wrap-anywhere">{value}</dd>
              </div>
            ))}
        </dl>
      </Panel>
      {deposit.leftYen !== 0 && <Notice tone="ai">{reason}</Notice>}
      {open && writtenOff.length > 0 && (
        <Notice tone="tag">
          <p>
            この飲食店には、貸倒れ処理をした請求書があります。その請求書への入金の場合は、先に貸倒れ処理を取り消してから消し込んでください。
          </p>
          <ul>
            {writtenOff.map(({ id, documentId, number, restaurant, yen }) => (
              <li key={id}>
                <Link
                  to={`/admin/billing/invoices/${documentId}`}
                  className="prose-link inline-flex min-h-11 items-center"
                >
                  {restaurant} {number} {formatYen(yen)}
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {open && proposals.length > 0 && (
        <Panel head={<h2>候補</h2>}>
          {proposals.map((plan) => (
            <Form
              key={plan.pays.map(({ documentId }) => documentId).join()}
              method="post"
              className="grid gap-2 border-b border-line pb-3 last:border-b-0"
            >
              <input type="hidden" name="key" value={formKey} />
              <input type="hidden" name="feeYen" value={plan.feeYen} />
              <input type="hidden" name="creditTo" value={plan.restaurantId} />
              <input type="hidden" name="creditYen" value={plan.creditYen} />
              {plan.pays.map(({ documentId, yen }) => (
                <input key={documentId} type="hidden" name={`pay.${documentId}`} value={yen} />
              ))}
              <p>
                <b>{plan.restaurant}</b> {plan.pays.map(({ number, yen }) => `${number} ${formatYen(yen)}`).join('、')}
                {plan.creditYen > 0 && `、過入金 ${formatYen(plan.creditYen)}`}
              </p>
              <p className="text-sub">{plan.reason}</p>
              <May to="deposits.change">
                {deposit.unclearedYen > 0 && <Checkbox name="cleared" label="他店券の資金化を確認しました" />}
                <p>
                  <Button kind="line" name="intent" value="match" busy={busy}>
                    この内容で消し込む
                  </Button>
                </p>
              </May>
            </Form>
          ))}
        </Panel>
      )}
      {open && (
        <Panel head={<h2>請求書を選択</h2>}>
          <StaffSearch
            noun="未払いの請求書"
            by="飲食店・番号・金額"
            q={q}
            back={`/admin/billing/deposits/${params.id}`}
          />
          {q !== '' && found.length === 0 && <p>該当する未払いの請求書はありません。</p>}
          {found.length === mostFound && (
            <p className="text-sub text-ink-2">
              支払期日の早い{mostFound}件を表示しています。見つからない場合は、番号や金額で検索してください。
            </p>
          )}
          {found.length > 0 && (
            <May to="deposits.change" told>
              <Form method="post" className="grid grid-cols-1 gap-3" noValidate>
                <input type="hidden" name="key" value={formKey} />
                {found.map((it) => (
                  <TextField
                    key={it.documentId}
                    label={`${it.restaurant} ${it.number}`}
                    name={`pay.${it.documentId}`}
                    inputMode="numeric"
                    autoComplete="off"
                    suffix="円"
                    help={`未払い ${formatYen(it.unpaidYen)}${it.dueOn ? `・期日 ${formatDay(it.dueOn)}` : ''}`}
                    defaultValue={problem?.typed[`pay.${it.documentId}`]}
                    error={problem?.fields[`pay.${it.documentId}`]}
                  />
                ))}
                <TextField
                  label="差し引かれた振込手数料（当社負担）"
                  name="feeYen"
                  inputMode="numeric"
                  autoComplete="off"
                  suffix="円"
                  defaultValue={problem?.typed.feeYen}
                  error={problem?.fields.feeYen}
                />
                {deposit.unclearedYen > 0 && <Checkbox name="cleared" label="他店券の資金化を確認しました" />}
                <p>
                  <Button name="intent" value="match" busy={busy}>
                    消し込む
                  </Button>
                </p>
              </Form>
            </May>
          )}
        </Panel>
      )}
      {open && (
        <May to="deposits.change">
          <Panel head={<h2>決済代行からの入金</h2>}>
            <p className="text-sub text-ink-2">
              カード決済会社や口座振替の収納機関から一括で入金された場合に消し込みます。
            </p>
            <Form method="post" className="flex flex-wrap items-end gap-4" noValidate>
              <input type="hidden" name="key" value={formKey} />
              <SelectField label="入金元" name="collected" defaultValue={problem?.typed.collected}>
                {collectedAccounts.map((account) => (
                  <option key={account} value={account}>
                    {collectedWord[account]}
                  </option>
                ))}
              </SelectField>
              <TextField
                id="collected-fee"
                label="差し引かれた手数料"
                name="feeYen"
                inputMode="numeric"
                autoComplete="off"
                suffix="円"
                defaultValue={problem?.typed.collected ? problem.typed.feeYen : ''}
                error={problem?.typed.collected ? problem.fields.feeYen : undefined}
              />
              <Button kind="line" name="intent" value="collected" busy={busy}>
                未収金から消し込む
              </Button>
            </Form>
          </Panel>
        </May>
      )}
      {collected.length > 0 && (
        <Panel head={<h2>決済代行からの入金の履歴</h2>}>
          {collected.map((it) => (
            <div key={it.id} className="grid gap-2 border-b border-line pb-3 last:border-b-0">
              <p>
                {formatMoment(it.at)} {it.by} {it.collected && collectedWord[it.collected]}{' '}
                <span className="tabular-nums">{formatYen(it.yen)}</span>
                {it.feeYen > 0 && `（手数料 ${formatYen(it.feeYen)}）`}{' '}
                {it.undoneAt && <Badge tone="akane">{formatMoment(it.undoneAt)}に取り消し</Badge>}
              </p>
              {it.undoReason && <p className="text-sub">取り消しの理由：{it.undoReason}</p>}
              {!it.undoneAt && (
                <May to="deposits.change">
                  <Form method="post" className="grid gap-2" noValidate>
                    <input type="hidden" name="key" value={formKey} />
                    <input type="hidden" name="clearingId" value={it.id} />
                    <TextField
                      id={`undo-${it.id}`}
                      label="取り消しの理由"
                      name="reason"
                      autoComplete="off"
                      error={problem?.typed.clearingId === it.id ? problem.fields.reason : undefined}
                    />
                    <p>
                      <Button kind="line" name="intent" value="undoCollected" busy={busy}>
                        消込を取り消す
                      </Button>
                    </p>
                  </Form>
                </May>
              )}
            </div>
          ))}
        </Panel>
      )}
      {deposit.leftYen !== 0 && opposites.length > 0 && (
        <Panel head={<h2>相殺</h2>}>
          {opposites.map((it) => (
            <Form key={it.paymentId} method="post" className="grid gap-2">
              <input type="hidden" name="key" value={formKey} />
              <input type="hidden" name="otherId" value={it.paymentId} />
              <p>
                {formatDay(it.onDay)} {depositNatureWord[it.nature]} {formatYen(it.yen)} {it.text}
              </p>
              <May to="deposits.change">
                <TextField label="理由" name="reason" autoComplete="off" />
                <p>
                  <Button kind="line" name="intent" value="offset" busy={busy}>
                    相殺する
                  </Button>
                </p>
              </May>
            </Form>
          ))}
        </Panel>
      )}
      {credits.length > 0 && <DepositCredits credits={credits} formKey={formKey} problem={problem} busy={busy} />}
      {matches.length > 0 && (
        <Panel head={<h2>消込の履歴</h2>}>
          {matches.map((it) => (
            <div key={it.matchId} className="grid gap-2 border-b border-line pb-3 last:border-b-0">
              <p>
                {formatMoment(it.at)} {it.by}{' '}
                {it.undoneAt && <Badge tone="akane">{formatMoment(it.undoneAt)}に取り消し</Badge>}
              </p>
              <ul>
                {it.lines.map((line) => (
                  <li key={`${line.number}${line.yen}${line.fee}`}>
                    {line.restaurant} {line.number ?? '過入金'}{' '}
                    <span className="tabular-nums">{formatYen(line.yen)}</span>
                    {line.fee && '（振込手数料・当社負担）'}
                    <span className="block text-sub text-ink-2">{line.reason}</span>
                  </li>
                ))}
              </ul>
              {it.undoReason && <p className="text-sub">取り消しの理由：{it.undoReason}</p>}
              {!it.undoneAt && (
                <May to="deposits.change">
                  <Form method="post" className="grid gap-2" noValidate>
                    <input type="hidden" name="key" value={formKey} />
                    <input type="hidden" name="matchId" value={it.matchId} />
                    <TextField label="取り消しの理由" name="reason" autoComplete="off" error={problem?.fields.reason} />
                    <p>
                      <Button kind="line" name="intent" value="undo" busy={busy}>
                        消込を取り消す
                      </Button>
                    </p>
                  </Form>
                </May>
              )}
            </div>
          ))}
        </Panel>
      )}
      {deposit.leftYen !== 0 && (
        <May to="deposits.change">
          <Panel head={<h2>保留</h2>}>
            <Form method="post" className="grid gap-2">
              <input type="hidden" name="key" value={formKey} />
              <input type="hidden" name="held" value={deposit.held ? 'false' : 'true'} />
              <TextField label="メモ" name="note" autoComplete="off" defaultValue={deposit.note} />
              <p>
                <Button kind="line" name="intent" value="hold" busy={busy}>
                  {deposit.held ? '保留を解除する' : '保留にする'}
                </Button>
              </p>
            </Form>
          </Panel>
        </May>
      )}
    </div>
  )
}
