import { data, Form, useNavigation } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import { slots } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDay } from '#kernel/format.ts'
import { type KitchenId, parseId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { dayRefusalText, readDay } from '#kernel/typed-day.ts'
import {
  addClosure,
  addKitchen,
  closeKitchen,
  ownKitchen,
  removeClosure,
  saveKitchen,
} from '#modules/organisations/restaurant/kitchen.server.ts'
import { listOf, typedValues } from '#modules/organisations/sign-up/profile.ts'
import { slotWords, weekdayOrder, weekdayWords } from '#modules/organisations/sign-up/profile-labels.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { AddressFields } from '#ui/fields/address-fields.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { DateRangeField } from '#ui/fields/date-range-field.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { CartonLines } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { askedForAddress } from '#web/address-form.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, type Problem, shownAgain, typedIn } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { revalidateOvertaken } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { ReadForm } from '#web/read-form.server.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/kitchen.ts'

export const meta = () => ownMeta('お届け先の店舗')
export const handle = { shell: { top: 'own', cartBar: false, tabs: false } }

const fresh = { slot: 'am', receivingWeekdays: '1,2,3,4,5,6' }

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const mayManage = can(ctx.actor, 'organisation.manage', { farmId: null, restaurantId: buyer.restaurantId })
  const id = params.id === 'new' ? null : idOf(params.id)
  if (!id && !mayManage) throw new NotFound('kitchen')
  const kitchen = id ? await ownKitchen(ctx, id) : null
  const today = jstDateOf(ctx.now)
  return { kitchen, mayManage, today, furthest: addDays(today, 365), formKey: crypto.randomUUID() }
})

function idOf(text: string): KitchenId {
  const id = parseId<'kitchen'>(text)
  if (!id) throw new NotFound('kitchen')
  return id
}

const list = '/restaurant/Account#kitchens'
const pageOf = (id: KitchenId) => `/restaurant/Account/kitchens/${id}#days`

const one = { fields: ({ params }: Route.ActionArgs) => ({ id: idOf(params.id) }) }
const changes = {
  add: job(addKitchen, { done: ({ name }) => redirectWithFlash(list, `「${name}」を追加しました。`) }),
  save: job(saveKitchen, { ...one, done: ({ name }) => redirectWithFlash(list, `「${name}」を保存しました。`) }),
  close: job(closeKitchen, { ...one, done: ({ name }) => redirectWithFlash(list, `「${name}」を閉鎖しました。`) }),
  dayOff: job(addClosure, {
    read: (form, { params }: Route.ActionArgs, ctx) => readDayOff(form, idOf(params.id), jstDateOf(ctx.now)),
    done: (_, { id, day, to = day }) =>
      redirectWithFlash(
        pageOf(id),
        `${formatDay(day)}${to === day ? '' : `から${formatDay(to)}まで`}を臨時休業日に登録しました。`,
      ),
  }),
  dayOn: job(removeClosure, {
    ...one,
    done: (_, { id, day }) => redirectWithFlash(pageOf(id), `${formatDay(day)}の休業日を解除しました。`),
  }),
}

/** A day of the coming year, or all from it to a last one. */
function readDayOff(
  form: FormData,
  id: KitchenId,
  today: JstDate,
): ReadForm<{ id: KitchenId; day: JstDate; to?: JstDate }> {
  const typed = typedIn(form)
  const max = addDays(today, 365)
  const day = readDay(typed.day ?? '', { min: today, max })
  const to = typed.to ? readDay(typed.to, { min: day.ok ? day.value : today, max }) : null
  if (day.ok && to?.ok !== false) return { ok: true, value: { id, day: day.value, ...(to && { to: to.value }) } }
  const fields = {
    ...(!day.ok && { day: dayRefusalText(day.refusal) }),
    ...(to?.ok === false && { to: dayRefusalText(to.refusal) }),
  }
  return { ok: false, problem: { fields, summary: fieldsToMend, typed } }
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  const form = await formOf(args.request)
  const asked = await askedForAddress(shownAgain(form), findPostalAddress)
  return asked ? data({ ...asked, problem: undefined }) : runJob(changes, ctx, form, args)
})

/** After a concurrent change the current state is shown above the form with the typed values. */
export const shouldRevalidate = revalidateOvertaken

const fieldId = (name: string) => `kitchen-${name}`

/** One delivery address: where it is, and when deliveries are accepted. */
export default function KitchenPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kitchen, mayManage } = loaderData
  const problem = actionData?.problem
  const seen = problem?.typed.version
  const overtaken = kitchen !== null && seen !== undefined && seen !== String(kitchen.version)
  return (
    <>
      <PageBar back={list} backLabel="飲食店の情報に戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">{kitchen?.name ?? '店舗を追加する'}</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-8 px-3.5 pt-4 pb-8 lg:px-8">
        {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
        {mayManage && overtaken && (
          <section aria-labelledby="now-title" className="grid grid-cols-1 gap-3">
            <h2 id="now-title" className="text-h3 font-bold">
              現在の内容
            </h2>
            <Facts loaderData={loaderData} />
          </section>
        )}
        {mayManage ? (
          <div className="card">
            <CartonLines />
            <div className="p-4 sm:p-6">
              <KitchenForm {...{ loaderData, actionData }} />
            </div>
          </div>
        ) : (
          <Facts loaderData={loaderData} />
        )}
        {kitchen && <DaysOff loaderData={loaderData} problem={problem} />}
        {kitchen && mayManage && (
          <Form method="post" className="border-t border-line pt-5">
            <input type="hidden" name="version" value={kitchen.version} />
            <Confirm
              kind="danger"
              name="intent"
              value="close"
              question={`「${kitchen.name}」を閉鎖しますか`}
              consequence="お届け先に選択できなくなり、元に戻せません。これまでの伝票は残ります。"
              confirm="閉鎖する"
            >
              この店舗を閉鎖する
            </Confirm>
          </Form>
        )}
      </div>
    </>
  )
}

type Shown = Pick<Route.ComponentProps, 'loaderData'>

function KitchenForm({ loaderData, actionData }: Pick<Route.ComponentProps, 'loaderData' | 'actionData'>) {
  const { kitchen, formKey } = loaderData
  const answer = actionData && 'typed' in actionData ? actionData : undefined
  const said: Record<string, string> | undefined = answer?.typed ?? actionData?.problem?.typed
  const isOfDays = said?.intent?.startsWith('day') ?? false
  const problem = isOfDays ? undefined : actionData?.problem
  const typed: Record<string, string> = (isOfDays ? undefined : said) ?? (kitchen ? typedValues(kitchen) : fresh)
  const check = useFormCheck(problem, fieldId)
  const busy = useNavigation().formMethod === 'POST'
  const written = (name: string) => ({
    id: fieldId(name),
    name,
    defaultValue: typed[name],
    error: problem?.fields[name],
  })
  return (
    <Form method="post" noValidate className="grid grid-cols-1 gap-8" onSubmit={check.onSubmit}>
      <FormSummary problems={check.problems} refusal={check.refusal} />
      <input type="hidden" name="intent" value={kitchen ? 'save' : 'add'} />
      <input type="hidden" name="key" value={formKey} />
      {kitchen && <input type="hidden" name="version" value={kitchen.version} />}
      <TextField
        {...written('name')}
        label="店舗名"
        need="required"
        help="例 神楽坂本店。お届け先として伝票に記載されます"
        maxLength={60}
        autoComplete="off"
      />
      <AddressFields
        idPrefix="kitchen"
        legend="住所（お届け先）"
        values={typed}
        errors={problem?.fields ?? {}}
        finding={answer?.finding}
      />
      <PhoneField
        {...written('phone')}
        label="電話番号"
        need="required"
        help="配送会社から連絡することがあります"
        maxLength={20}
      />
      <fieldset className="field-group">
        <legend>受け取り</legend>
        <CheckboxGroup
          id={fieldId('receivingWeekdays')}
          name="receivingWeekdays"
          legend="受取曜日"
          need="required"
          help="定休日は選択を解除してください。その日は、お届け日に表示されません"
          look="cards"
          className="[--choice-least:4.25rem]"
          defaultValues={listOf(typed.receivingWeekdays)}
          error={problem?.fields.receivingWeekdays}
          choices={weekdayOrder.map((day) => ({ value: String(day), label: weekdayWords[day] }))}
        />
        <SelectField {...written('slot')} label="希望時間帯" need="required">
          {slots.map((slot) => (
            <option key={slot} value={slot}>
              {slotWords[slot]}
            </option>
          ))}
        </SelectField>
        <TextField
          {...written('receivingNote')}
          label="受取場所・メモ"
          need="optional"
          help="裏口、鍵、台車など"
          maxLength={200}
        />
      </fieldset>
      <p>
        <Button size="lg" busy={busy}>
          {kitchen ? '保存する' : '追加する'}
        </Button>
      </p>
    </Form>
  )
}

/** For members without the right to change it. */
function Facts({ loaderData: { kitchen } }: Shown) {
  const days = weekdayOrder.filter((day) => kitchen?.receivingWeekdays.includes(day))
  const rows = [
    ['店舗名', kitchen?.name],
    ['住所', kitchen?.address],
    ['電話番号', kitchen?.phone],
    ['受取曜日', days.map((day) => weekdayWords[day]).join('・')],
    ['希望時間帯', kitchen && slotWords[kitchen.slot]],
    ['受取場所・メモ', kitchen?.receivingNote],
  ] as const
  return (
    <dl className="card grid grid-cols-1 gap-3 p-4">
      {rows.map(([word, value]) => (
        <div key={word} className="wrap-anywhere">
          <dt className="text-sub text-ink-2">{word}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  )
}

function DaysOff({ loaderData, problem }: Shown & { problem: Problem | undefined }) {
  const { kitchen, mayManage, today, furthest } = loaderData
  const closures = kitchen?.closures ?? []
  return (
    <section id="days" aria-labelledby="days-title" className="card grid scroll-mt-20 grid-cols-1 gap-4 p-4 sm:p-6">
      <h2 id="days-title" className="text-h3 font-bold">
        臨時休業
      </h2>
      {closures.length === 0 && <p className="text-ink-2">休業の予定はありません。</p>}
      <ul className="grid grid-cols-1 gap-2">
        {closures.map((day) => (
          <li key={day} className="flex flex-wrap items-center justify-between gap-2">
            <b>{formatDay(day)}</b>
            {mayManage && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="day" value={day} />
                <Button kind="text" name="intent" value="dayOn">
                  取り消す<span className="visually-hidden">（{formatDay(day)}）</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {mayManage && (
        <Form method="post" noValidate preventScrollReset className="flex flex-wrap items-end gap-3">
          <DateRangeField
            label="臨時休業日"
            from={{ id: 'kitchen-day', name: 'day', label: '休業日（初日）', error: problem?.fields.day }}
            to={{ id: 'kitchen-to', name: 'to', label: '最終日', need: 'optional', error: problem?.fields.to }}
            min={today}
            max={furthest}
            closed={Object.fromEntries(closures.map((day) => [day, '登録済みの休業日']))}
          />
          <Button kind="line" name="intent" value="dayOff">
            休業日に設定
          </Button>
        </Form>
      )}
    </section>
  )
}
