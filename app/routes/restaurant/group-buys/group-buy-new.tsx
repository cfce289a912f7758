import { Form, useNavigation } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { slots } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatMoment, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { groupToOpen } from '#modules/group-buying/group-to-open.server.ts'
import { closeChoices } from '#modules/group-buying/group-words.ts'
import { openGroupBuy } from '#modules/group-buying/open-group-buy.server.ts'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextArea } from '#ui/field.tsx'
import { CartonPanel, Crest } from '#ui/market.tsx'
import { chosenKitchen, kitchenField } from '#web/chosen-kitchen.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/group-buy-new.ts'

export const meta = () => ownMeta('共同購入の募集')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

/** What the cart has of a farm, and when it could come. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const farmId = parseId<'farm'>(new URL(request.url).searchParams.get('farm') ?? '')
  if (!farmId) throw new NotFound('farm')
  const kitchenId = await chosenKitchen(request, buyer)
  return { formKey: crypto.randomUUID() as string, group: await groupToOpen(ctx, { farmId, kitchenId }) }
})

export const action = pageAction(
  onlyJob(
    job(openGroupBuy, {
      fields: kitchenField,
      at: ({ refusal }) =>
        refusal === 'closes_too_soon' ? 'closeHours' : refusal === 'day_impossible' ? 'deliveryOn' : undefined,
      done: ({ code }) =>
        redirectWithFlash(
          `/restaurant/group-buys/${code}`,
          '共同購入の募集を開始しました。招待リンクを近隣の店舗に送ってください。',
        ),
    }),
  ),
)

/** Offline the page stays, and says that nothing was sent. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

const leastChoices = [1, 2, 3, 4, 5]

export default function GroupBuyNewPage({ loaderData: { group, formKey }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formData?.get('key') === formKey
  const problem = actionData?.problem
  const of = (name: string, otherwise = '') => ({
    name,
    defaultValue: problem?.typed[name] ?? otherwise,
    error: problem?.fields[name],
  })
  return (
    <>
      <PageBar back="/restaurant/cart" backLabel="かごへ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">共同購入を募集する</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-12">
        {problem && <ProblemNotice problem={problem} />}
        <CartonPanel aria-labelledby="farm">
          <div className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
            <Crest kanji={group.farm.crest} />
            <h2 id="farm" className="text-h4 font-bold">
              {group.farm.name}
            </h2>
          </div>
          <div className="grid gap-3 bg-surface p-4 text-ink">
            <ul aria-label="貴店の商品">
              {group.lines.map((line) => (
                <li key={`${line.name} ${line.packLabel}`} className="flex justify-between gap-3 py-1">
                  <span className="min-w-0 wrap-anywhere">
                    {line.name} {line.packLabel}　
                    <span className="num">
                      {line.qty}
                      {line.unitLabel}
                    </span>
                  </span>
                  <span className="num-col">{formatYen(line.amountYen)}</span>
                </li>
              ))}
            </ul>
            <dl className="grid gap-1 border-t border-line pt-3">
              <Freight label="単独の送料（税抜）" yen={group.aloneYen} />
              {group.previews.map(({ more, yen }) => (
                <Freight key={more} label={`あと${more}店舗が同じ量なら`} yen={yen} strong />
              ))}
            </dl>
          </div>
        </CartonPanel>
        {group.days.length === 0 ? (
          <p className="font-bold text-akane">今後2週間に、お届けできる日がありません。</p>
        ) : (
          <Form method="post" noValidate className="grid grid-cols-1 gap-5">
            <input type="hidden" name="key" value={formKey} />
            <input type="hidden" name="farmId" value={group.farm.id} />
            <SelectField label="お届け日" need="required" {...of('deliveryOn', group.days.at(1)?.deliveryOn)}>
              {group.days.map(({ deliveryOn, cutoffAt }) => (
                <option key={deliveryOn} value={deliveryOn}>
                  {formatDay(deliveryOn)}（農園の締切 {formatMoment(cutoffAt)}）
                </option>
              ))}
            </SelectField>
            <SelectField label="時間帯" need="required" {...of('slot', 'am')}>
              {slots.map((slot) => (
                <option key={slot} value={slot}>
                  {slotWord[slot]}
                </option>
              ))}
            </SelectField>
            <SelectField
              label="募集の締切"
              need="required"
              help="締切に、参加した店舗それぞれの注文を自動で確定します。"
              {...of('closeHours', '3')}
            >
              {closeChoices.map((hours) => (
                <option key={hours} value={hours}>
                  農園の締切の{hours}時間前
                </option>
              ))}
            </SelectField>
            <SelectField
              label="成立に必要な店舗数"
              need="required"
              help="貴店を含みます。締切までに集まらない場合は誰も注文せず、商品はかごに戻ります。"
              {...of('leastKitchens', '2')}
            >
              {leastChoices.map((count) => (
                <option key={count} value={count}>
                  {count === 1 ? '1店舗（集まらない場合も、貴店の分を注文する）' : `${count}店舗`}
                </option>
              ))}
            </SelectField>
            <TextArea
              label="参加する店舗へのメッセージ"
              need="optional"
              rows={2}
              maxLength={200}
              help="受け取りの時間など（例 9時以降に裏口で渡します）"
              {...of('message')}
            />
            <ul className="grid list-disc gap-1 ps-5 text-sub text-ink-2">
              <li>荷物は{group.kitchen}に届きます。参加した店舗は、貴店で商品を受け取ります。</li>
              <li>商品代金と送料は、店舗ごとに請求されます。貴店が立て替えることはありません。</li>
              <li>各店舗の送料は、単独で送る場合の送料を超えません。</li>
              <li>商品の在庫は、締切まで確保されません。</li>
            </ul>
            <p>
              <Button size="lg" busy={busy}>
                募集を開始する
              </Button>
            </p>
          </Form>
        )}
      </div>
    </>
  )
}

function Freight({ label, yen, strong = false }: { label: string; yen: number; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-3 ${strong ? 'font-bold text-matcha' : 'text-ink-2'}`}>
      <dt>{label}</dt>
      <dd className="num-col">{formatYen(yen)}</dd>
    </div>
  )
}
