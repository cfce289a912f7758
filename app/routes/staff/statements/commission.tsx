import { Form, type MetaFunction, useNavigation } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import {
  commissionOfFarm,
  proposeCommission,
  withdrawCommission,
} from '#modules/organisations/commission/agreements.server.ts'
import { rateText } from '#modules/organisations/commission/commission-labels.ts'
import { CommissionHistory } from '#modules/organisations/ui/commission-history.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/commission.ts'

export const meta: MetaFunction = () => ownMeta('手数料率（管理）')

type Args = Route.ActionArgs

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const farmId = parseId<'farm'>(params.id)
  if (!farmId) throw new NotFound('farm')
  return { ...(await commissionOfFarm(ctx, farmId)), formKey: crypto.randomUUID() }
})

const back = ({ params }: Args) => `/admin/commission/${params.id}`

const work = jobs({
  propose: job(proposeCommission, {
    fields: ({ params }: Args) => ({ farmId: params.id }),
    done: (_done, _given, _ctx, args) =>
      redirectWithFlash(back(args), '手数料率の変更を提案しました。農園の同意後に適用されます。'),
  }),
  withdraw: job(withdrawCommission, {
    done: (_done, _given, _ctx, args: Args) => redirectWithFlash(back(args), '提案を取り下げました。'),
  }),
})

export const action = pageAction(async (ctx, args: Args) => {
  requireStaff(ctx)
  return work(ctx, args)
})

/** The rate of one farm, its history, and a proposal of another one. */
export default function StaffCommissionPage({ loaderData: it, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const problem = actionData?.problem
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">
        {it.farm}　手数料率 {it.todayBp === null ? '未設定' : rateText(it.todayBp)}
      </h1>
      {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
      <Panel head={<h2 id="propose">変更の提案</h2>}>
        <May to="agreement.propose" told>
          {it.open ? (
            <Form method="post" className="grid grid-cols-1 justify-items-start gap-3">
              <p>{rateText(it.open.commissionBp)}への変更を提案済みです。農園の回答を待っています。</p>
              <input type="hidden" name="intent" value="withdraw" />
              <input type="hidden" name="key" value={it.formKey} />
              <input type="hidden" name="agreementId" value={it.open.id} />
              <Button kind="line" busy={busy}>
                提案を取り下げる
              </Button>
            </Form>
          ) : (
            <Form
              method="post"
              className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[10rem_14rem_1fr]"
              noValidate
            >
              <input type="hidden" name="intent" value="propose" />
              <input type="hidden" name="key" value={it.formKey} />
              <TextField
                label="新しい手数料率"
                name="commissionBp"
                inputMode="decimal"
                autoComplete="off"
                suffix="%"
                defaultValue={problem?.typed.commissionBp}
                error={problem?.fields.commissionBp}
              />
              <TextField
                label="適用開始日"
                name="fromOn"
                autoComplete="off"
                placeholder="2027-04-01"
                defaultValue={problem?.typed.fromOn}
                error={problem?.fields.fromOn}
              />
              <TextField
                label="理由（農園に送信されます）"
                name="reason"
                autoComplete="off"
                defaultValue={problem?.typed.reason}
                error={problem?.fields.reason}
              />
              <Button busy={busy} className="justify-self-start">
                提案する
              </Button>
            </Form>
          )}
        </May>
      </Panel>
      <CommissionHistory agreements={it.agreements} />
    </div>
  )
}
