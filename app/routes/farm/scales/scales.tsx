import { Form } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { scaleMarks, scaleMarkWord } from '#modules/organisations/scales/scale.ts'
import {
  addScale,
  inspectScale,
  type OwnScale,
  ownScales,
  retireScale,
} from '#modules/organisations/scales/scales.server.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { useFormKey } from '#ui/use-form-key.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import type { Problem } from '#web/form.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/scales.ts'

export const meta = () => ownMeta('はかり')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  return {
    scales: await ownScales(ctx),
    mayChange: can(ctx.actor, 'farm.describe', { farmId }),
    formKey: crypto.randomUUID() as string,
  }
})

const here = '/farmer/scales'
const fieldOf: Readonly<Record<string, string>> = {
  serial_known: 'serial',
  month_in_future: 'inspectedOn',
  inspected_before_mark: 'inspectedOn',
}

export const action = pageAction(
  jobs({
    add: job(addScale, {
      at: ({ refusal }, { inspectedOn }) =>
        refusal === 'month_in_future' && !inspectedOn ? 'markedOn' : fieldOf[refusal],
      done: ({ name }) => redirectWithFlash(here, `「${name}」を登録しました。`),
    }),
    inspect: job(inspectScale, {
      at: ({ refusal }) => fieldOf[refusal],
      done: ({ name }) => redirectWithFlash(here, `「${name}」の定期検査を登録しました。`),
    }),
    retire: job(retireScale, { done: ({ name }) => redirectWithFlash(here, `「${name}」の登録を解除しました。`) }),
  }),
)

/** Offline the page stays unchanged, with everything that was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

/** The scales of the farm: what is on their marks, and when each has to be inspected. */
export default function ScalesPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { scales, mayChange } = loaderData
  const formKey = useFormKey(loaderData.formKey)
  const problem: Problem | undefined = actionData && 'problem' in actionData ? actionData.problem : undefined
  const added = problem?.typed.intent === 'add' ? problem : undefined
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">はかり</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-4 p-4 pb-24 lg:px-8">
        <p>
          重さで販売する商品の計量には、検定証印または基準適合証印があり、定期検査の期限内のはかりを使用します。料理用のはかりは使用できません。
        </p>
        {problem && Object.keys(problem.fields).length === 0 && <RefusalNotice problem={problem} />}
        {scales.length === 0 && <EmptyState>登録されたはかりはありません</EmptyState>}
        {scales.map((scale) => (
          <OneScale
            key={scale.id}
            {...{ scale, mayChange }}
            problem={problem?.typed.id === scale.id ? problem : undefined}
          />
        ))}
        {mayChange && <NewScale key={formKey} formKey={formKey} problem={added} isOpen={scales.length === 0} />}
      </div>
    </>
  )
}

const stateWord: Readonly<Record<OwnScale['state'], string>> = {
  in_date: '',
  due_soon: '検査の期限が近づいています',
  overdue: '検査の期限が過ぎています。計量に使用できません',
}
const monthText = (day: string) => `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月`

type OneProps = { scale: OwnScale; mayChange: boolean; problem: Problem | undefined }

const OneScale = ({ scale, mayChange, problem }: OneProps) => (
  <section className="card grid grid-cols-1 gap-2 p-4" aria-labelledby={`scale-${scale.id}`}>
    <h2 id={`scale-${scale.id}`} className="text-h4 font-bold">
      {scale.name}
    </h2>
    <p>
      番号 {scale.serial}　{scaleMarkWord[scale.mark]} {monthText(scale.markedOn)}
      {scale.inspectedOn && `　定期検査 ${monthText(scale.inspectedOn)}`}
    </p>
    <p>
      次回の定期検査 <b>{formatDayWithYear(scale.dueOn)}まで</b>
    </p>
    {stateWord[scale.state] && (
      <p className="rounded-control bg-tag-tint px-3 py-2 font-bold">{stateWord[scale.state]}</p>
    )}
    {mayChange && (
      <Form method="post" noValidate preventScrollReset className="grid grid-cols-1 gap-3">
        <input type="hidden" name="id" value={scale.id} />
        <TextField
          id={`inspected-${scale.id}`}
          name="inspectedOn"
          label="定期検査を受けた年月"
          help="例 2026年11月"
          defaultValue={problem?.typed.inspectedOn ?? ''}
          error={problem?.fields.inspectedOn}
          autoComplete="off"
        />
        <p className="flex flex-wrap gap-3">
          <Button kind="line" name="intent" value="inspect">
            検査を登録<span className="visually-hidden">：{scale.name}</span>
          </Button>
          <Button kind="text" name="intent" value="retire" formNoValidate>
            登録を解除<span className="visually-hidden">：{scale.name}</span>
          </Button>
        </p>
      </Form>
    )}
  </section>
)

type NewProps = { formKey: string; problem: Problem | undefined; isOpen: boolean }

function NewScale({ formKey, problem, isOpen }: NewProps) {
  const field = (name: string) => ({
    id: `scale-${name}`,
    name,
    defaultValue: problem?.typed[name] ?? '',
    error: problem?.fields[name],
  })
  return (
    <details className="card p-4" open={isOpen || problem !== undefined || undefined}>
      <summary className="min-h-(--target) cursor-pointer content-center font-bold">はかりを登録する</summary>
      <Form method="post" noValidate className="grid grid-cols-1 gap-4 pt-3">
        <input type="hidden" name="key" value={problem?.typed.key ?? formKey} />
        <TextField
          {...field('name')}
          label="名前"
          need="required"
          help="例 台はかり 30kg"
          maxLength={40}
          autoComplete="off"
        />
        <TextField
          {...field('serial')}
          label="番号"
          need="required"
          help="はかりの銘板の器物番号または製造番号"
          maxLength={40}
          autoComplete="off"
        />
        <SelectField {...field('mark')} label="証印" need="required">
          <option value="">選択</option>
          {scaleMarks.map((mark) => (
            <option key={mark} value={mark}>
              {scaleMarkWord[mark]}
            </option>
          ))}
        </SelectField>
        <TextField {...field('markedOn')} label="証印の年月" need="required" help="例 2025年4月" autoComplete="off" />
        <TextField
          {...field('inspectedOn')}
          label="直近の定期検査の年月"
          need="optional"
          help="まだ受けていない場合は空欄"
          autoComplete="off"
        />
        <Button name="intent" value="add">
          登録する
        </Button>
      </Form>
    </details>
  )
}
