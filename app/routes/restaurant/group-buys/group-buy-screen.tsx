import { Form, useNavigation } from 'react-router'
import { formatDay, formatDeadline, formatMoment, formatYen } from '#kernel/format.ts'
import { pictureAddress } from '#kernel/picture-name.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import type { GroupGoods } from '#modules/group-buying/goods-to-choose.server.ts'
import type { GroupBuyPage } from '#modules/group-buying/group-queries.server.ts'
import { endingWord } from '#modules/group-buying/group-words.ts'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { keyOfTask } from '#ui/key-of-task.ts'
import { CartonPanel, Crest } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { useFormKey } from '#ui/use-form-key.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/group-buy.ts'
import { InviteNeighbours } from './invite-neighbours.tsx'

type Problem = NonNullable<NonNullable<Route.ComponentProps['actionData']>['problem']>

/** One box that kitchens share: who takes part, what each pays of the freight, and the caller's own goods. */
export default function GroupBuyScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { group, now, whyLeftOut, invitation } = loaderData
  const formKey = useFormKey(loaderData.formKey)
  const problem = actionData?.problem
  return (
    <>
      <PageBar back="/restaurant/group-buys" backLabel="共同購入へ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">共同購入</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-12">
        {problem && <ProblemNotice problem={problem} />}
        <Facts group={group} now={now} />
        <Standing group={group} whyLeftOut={whyLeftOut} />
        <Freight group={group} />
        {group.isOpen && group.isHost && <InviteNeighbours group={group} invitation={invitation} />}
        {group.isOpen && <Goods key={formKey} group={group} formKey={formKey} problem={problem} />}
        {group.isOpen && (group.isHost || group.joined) && (
          <Leave group={group} formKey={keyOfTask(formKey, 'leave')} />
        )}
      </div>
    </>
  )
}

function Facts({ group, now }: { group: GroupBuyPage; now: Date }) {
  const { farm, host } = group
  const facts = [
    ['お届け', `${formatDay(group.deliveryOn)} ${slotWord[group.slot]}`],
    ['受け取り場所', `${host.restaurant} ${host.kitchen}（${host.address}）`],
    ['募集の締切', group.isOpen ? formatDeadline(group.closesAt, now) : formatMoment(group.closesAt)],
    ['成立の条件', group.leastKitchens === 1 ? '1店舗から' : `${group.leastKitchens}店舗以上`],
  ]
  return (
    <CartonPanel aria-labelledby="farm">
      <div className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
        <Crest kanji={farm.crest} />
        <h2 id="farm" className="text-h4 font-bold">
          {farm.name}
        </h2>
        <p className="text-sub font-bold">{farm.place}</p>
        <Badge tone={group.isOpen ? 'pine' : 'line'} className="ms-auto">
          {group.isOpen ? '募集中' : group.ending ? endingWord[group.ending] : '締切済み'}
        </Badge>
      </div>
      <dl className="grid gap-x-4 gap-y-2 bg-surface p-4 text-ink sm:grid-cols-[8rem_minmax(0,1fr)]">
        {facts.map(([what, how]) => (
          <div key={what} className="contents">
            <dt className="text-sub text-ink-2">{what}</dt>
            <dd className="wrap-anywhere max-sm:pb-1">{how}</dd>
          </div>
        ))}
        {group.message && (
          <div className="contents">
            <dt className="text-sub text-ink-2">メッセージ</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{group.message}</dd>
          </div>
        )}
      </dl>
    </CartonPanel>
  )
}

/** How it ended for this kitchen, or that it waits for the orders to be made. */
function Standing({ group, whyLeftOut }: { group: GroupBuyPage; whyLeftOut: string | null }) {
  if (group.orderId)
    return (
      <Notice tone="matcha">
        <p>貴店の分を注文しました。</p>
        <p className="pt-2">
          <ButtonLink to={`/restaurant/orders/${group.orderId}`}>注文を見る</ButtonLink>
        </p>
      </Notice>
    )
  if (whyLeftOut) return <Notice tone="akane">{whyLeftOut}商品はかごに戻しました。</Notice>
  if (group.ending !== null)
    return (
      <Notice tone="tag">
        この共同購入では注文していません。
        {group.joined && '商品はかごに戻しました。単独で注文する場合は、かごから注文してください。'}
      </Notice>
    )
  return group.isOpen ? null : <Notice tone="tag">募集を締め切りました。まもなく各店舗の注文を確定します。</Notice>
}

/** Who pays how much of the freight. */
function Freight({ group }: { group: GroupBuyPage }) {
  const { shared, wholeYen, waived, missingToFreeYen, missingToMinimumYen, leastKitchens, isOpen } = group
  const missing = leastKitchens - shared.length
  return (
    <section aria-labelledby="freight" className="card grid gap-3 p-4">
      <h2 id="freight" className="text-h4 font-bold">
        参加店舗と送料の分担
      </h2>
      <table className="w-full border-collapse">
        <caption className="visually-hidden">送料は税抜です。</caption>
        <thead>
          <tr className="text-sub text-ink-2">
            <th scope="col" className="pb-1 text-start font-normal">
              店舗
            </th>
            <th scope="col" className="pb-1 text-end font-normal">
              送料（税抜）
            </th>
          </tr>
        </thead>
        <tbody>
          {shared.map((kitchen) => (
            <tr key={kitchen.kitchenId} className="border-t border-line">
              <th scope="row" className={`py-2 text-start wrap-anywhere ${kitchen.isMine ? '' : 'font-normal'}`}>
                {kitchen.name}
                {kitchen.isMine && '（貴店）'}
                {kitchen.isOpener && <span className="block text-sub font-normal text-ink-2">募集・受け取り場所</span>}
              </th>
              <td className="num-col py-2 text-end">
                {kitchen.freightYen === null ? '—' : formatYen(kitchen.freightYen)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line-strong font-bold">
            <th scope="row" className="py-2 text-start">
              {isOpen && group.boxes.length > 0
                ? `合計（${group.boxes.map(({ size }) => `${size}サイズ`).join('・')}）`
                : '合計'}
            </th>
            <td className="num-col py-2 text-end">{formatYen(wholeYen)}</td>
          </tr>
        </tfoot>
      </table>
      <ul className="grid gap-1 text-sub text-ink-2">
        {isOpen && missing > 0 && <li className="font-bold text-kaki-ink">成立まであと{missing}店舗です。</li>}
        {isOpen && missingToMinimumYen > 0 && (
          <li className="font-bold text-kaki-ink">
            農園の最低注文金額まで、全店舗の合計であと{formatYen(missingToMinimumYen)}（税抜）です。
          </li>
        )}
        {waived && <li className="font-bold text-matcha">全店舗の合計が農園の条件に達したため、送料は無料です。</li>}
        {isOpen && !waived && missingToFreeYen !== null && missingToFreeYen > 0 && (
          <li>全店舗の合計であと{formatYen(missingToFreeYen)}（税抜）で送料無料です。</li>
        )}
        {isOpen && <li>送料はサイズポイントに応じて分担し、締切まで参加店舗により変わります。</li>}
      </ul>
    </section>
  )
}

function Goods({ group, formKey, problem }: { group: GroupBuyPage; formKey: string; problem: Problem | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'join'
  const { goods, mine } = group
  const chosen = goods.filter(({ qty }) => qty > 0)
  return (
    <section aria-labelledby="goods" className="card grid gap-4 p-4">
      <h2 id="goods" className="text-h4 font-bold">
        {group.joined ? '貴店の商品' : '商品を選んで参加する'}
      </h2>
      {mine && (
        <dl className="grid gap-1">
          <Sum label="商品（税抜）" yen={mine.goodsYen} />
          <Sum label={`送料の分担（税抜・最大${formatYen(mine.aloneYen)}）`} yen={mine.freightYen} />
          <Sum label="消費税" yen={mine.taxYen} />
          <Sum label="合計（税込）" yen={mine.totalYen} strong />
        </dl>
      )}
      {goods.length === 0 ? (
        <p>この農園に、現在注文できる商品はありません。</p>
      ) : (
        <Form method="post" noValidate preventScrollReset className="grid gap-4">
          <input type="hidden" name="key" value={formKey} />
          <ul>
            {goods.map((line, index) => (
              <Line key={`${line.productId} ${line.qty}`} line={line} index={index} problem={problem} />
            ))}
          </ul>
          <p className="text-sub text-ink-2">
            締切に、この数量で注文を確定します。在庫は締切まで確保されません。締切後は変更できません。
          </p>
          <p>
            <Button size="lg" name="intent" value="join" busy={busy}>
              {group.joined ? '数量を変更する' : `${formatDay(group.deliveryOn)}の共同購入に参加する`}
            </Button>
          </p>
          {chosen.length > 0 && !group.joined && <p className="text-sub">{chosen.length}点を選択中</p>}
        </Form>
      )}
    </section>
  )
}

function Line({ line, index, problem }: { line: GroupGoods; index: number; problem: Problem | undefined }) {
  const name = `lines[${index}].qty`
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-1 border-t border-line py-3 first:border-t-0">
      <input type="hidden" name={`lines[${index}].productId`} value={line.productId} />
      <img
        src={pictureAddress(line.picture, 160)}
        width={56}
        height={56}
        alt=""
        loading="lazy"
        className="photo size-14 rounded-control object-cover"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 grow basis-40 leading-snug">
          <b className="wrap-anywhere">{line.name}</b>{' '}
          <span className="text-sub text-ink-2 wrap-anywhere">{line.packLabel}</span>
          <span className="block text-sub">
            <span className="num">{formatYen(line.priceYen)}</span>
            {line.catchWeight ? '/kg' : `/${line.unitLabel}`}（税抜）
            {line.minQty > 1 || line.orderStep > 1
              ? `・${line.minQty}${line.unitLabel}から${line.orderStep}${line.unitLabel}単位`
              : ''}
          </span>
        </p>
        <NumberField
          label={`${line.name}の数量`}
          className="[&>label]:sr-only"
          suffix={line.unitLabel}
          chars={3}
          name={name}
          min={0}
          max={line.maxQty}
          step={line.orderStep}
          defaultValue={problem?.typed[name] ?? String(line.qty)}
          error={problem?.fields[name]}
        />
      </div>
    </li>
  )
}

function Sum({ label, yen, strong = false }: { label: string; yen: number; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-3 ${strong ? 'border-t border-line pt-1 font-bold' : ''}`}>
      <dt>{label}</dt>
      <dd className="num-col">{formatYen(yen)}</dd>
    </div>
  )
}

/** Leaving it, or calling it off. */
function Leave({ group, formKey }: { group: GroupBuyPage; formKey: string }) {
  const isOpener = group.shared.some(({ isMine, isOpener }) => isMine && isOpener)
  if (group.isHost && !isOpener && !group.joined) return null
  return (
    <Disclosure summary={isOpener ? '募集を中止する' : '参加を取り消す'}>
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="key" value={formKey} />
        <p className="text-sub">
          {isOpener
            ? '参加した全店舗に通知し、商品は各店舗のかごに戻ります。取消料はかかりません。'
            : '貴店の商品を取り消します。取消料はかかりません。他の店舗の送料は計算し直されます。'}
        </p>
        <p>
          <Button kind="danger" name="intent" value={isOpener ? 'cancel' : 'leave'}>
            {isOpener ? '募集を中止する' : '参加を取り消す'}
          </Button>
        </p>
      </Form>
    </Disclosure>
  )
}
