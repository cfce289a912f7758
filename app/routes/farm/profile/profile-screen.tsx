import { Suspense } from 'react'
import { Form, useNavigation } from 'react-router'
import { linkKinds, methods, temperatures } from '#kernel/enums.ts'
import { formatDay, formatDeadline } from '#kernel/format.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import ClaimLimitFields from '#modules/ordering/ui/claim-limit-fields.tsx'
import { weekdayOrder, weekdayWords } from '#modules/organisations/sign-up/profile-labels.ts'
import { methodWord, temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { linkWord } from '#modules/products/farm-page/links.ts'
import { cutoffs, cutoffWord } from '#modules/products/shipping-fields.ts'
import { FarmLinks } from '#modules/products/ui/farm-links.tsx'
import { FarmStory } from '#modules/products/ui/farm-story.tsx'
import { HitOrders, hitIn } from '#modules/products/ui/hit-orders.tsx'
import { MethodForm } from '#modules/products/ui/method-form.tsx'
import { restText } from '#modules/products/vacation/vacation.ts'
import type { HitOrder } from '#modules/products/vacation/vacations.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Head } from '#ui/head.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Link } from '#ui/link.tsx'
import type { Problem } from '#web/form.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/profile.ts'

const LinkPreview = lazyPart(() => import('#modules/products/ui/link-preview.tsx'))

export default function ProfilePage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { facts } = matches[1].loaderData
  const problem: Problem | undefined = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <>
      <FieldHeader facts={facts} back={{ to: '/farmer/menu', word: 'その他' }} line={null}>
        <h1 className="text-h2">
          {loaderData.kind === 'public' ? loaderData.farm.name : <Head as="span">農園のページ</Head>}
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6 p-4 pb-24">
        {loaderData.kind === 'public' ? (
          <PublicPage farm={loaderData.farm} />
        ) : (
          <OwnPage
            it={loaderData}
            problem={problem}
            simulated={
              actionData && 'simulated' in actionData && Array.isArray(actionData.simulated)
                ? actionData.simulated
                : null
            }
            hit={hitIn(actionData)}
          />
        )}
      </div>
    </>
  )
}

type Own = Extract<Route.ComponentProps['loaderData'], { kind: 'own' }>
type Public = Extract<Route.ComponentProps['loaderData'], { kind: 'public' }>

const PublicPage = ({ farm }: { farm: Public['farm'] }) => (
  <>
    <FarmStory farm={farm} story={farm.story} photos={farm.photos} />
    <section aria-label="栽培方法" className="card grid gap-2 p-4">
      {farm.methods.map(({ method, certificate }) => (
        <p key={method}>
          <b>{methodWord[method]}</b>
          {certificate && (
            <span className="text-sub text-ink-2">
              　{certificate.authority} {certificate.number}
              {certificate.expiresOn &&
                `（${certificate.expiresOn.slice(0, 4)}年${formatDay(certificate.expiresOn)}まで）`}
            </span>
          )}
        </p>
      ))}
      {farm.rests.map((rest) => (
        <p key={rest.from}>{restText(rest)}</p>
      ))}
      <p>代表 {farm.representative}さん</p>
    </section>
    <FarmLinks links={farm.links} farm={farm.name} />
  </>
)

type OwnProps = {
  it: Own
  problem: Problem | undefined
  simulated: Own['simulated'] | null
  hit: readonly HitOrder[]
}

function OwnPage({ it, problem, simulated, hit }: OwnProps) {
  return (
    <>
      {problem?.summary && <RefusalNotice problem={problem} />}
      <p className="flex flex-wrap gap-3">
        <ButtonLink to="/farmer/Intro" kind="line">
          紹介文と写真
        </ButtonLink>
        <ButtonLink to={`/farmer/profile/${it.farmId}`} kind="line">
          見た目をみる
        </ButtonLink>
      </p>
      <Facts it={it} problem={problem?.typed.intent === 'facts' ? problem : undefined} />
      <section id="methods" aria-labelledby="methods-title" className="grid scroll-mt-4 grid-cols-1 gap-3">
        <h2 id="methods-title" className="text-h3 font-bold">
          栽培方法と証明書
        </h2>
        {methods.map((method) => (
          <MethodForm
            key={method}
            method={method}
            shown={it.methods.find((known) => known.method === method)}
            mayChange={it.mayChange}
            errors={problem?.fields ?? {}}
          />
        ))}
      </section>
      <Links it={it} problem={problem?.typed.intent === 'links' ? problem : undefined} />
      <Shipping
        it={it}
        problem={problem?.typed.packingHour === undefined ? undefined : problem}
        simulated={simulated ?? it.simulated}
        isTrial={simulated !== null}
        hit={hit}
      />
      <ClaimLimitForm it={it} problem={problem?.typed.intent === 'claimLimit' ? problem : undefined} />
    </>
  )
}

function Facts({ it: { facts, mayChange }, problem }: { it: Own; problem: Problem | undefined }) {
  const typed = problem?.typed ?? facts.own
  const field = (name: keyof typeof facts.own) => ({
    id: `facts-${name}`,
    name,
    defaultValue: typed[name] ?? '',
    error: problem?.fields[name],
    readOnly: !mayChange,
  })
  return (
    <section id="facts" aria-labelledby="facts-title" className="card grid scroll-mt-4 grid-cols-1 gap-4 p-4">
      <h2 id="facts-title" className="text-h3 font-bold">
        農園のこと
      </h2>
      <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="text-ink-2">農園の名前</dt>
        <dd>
          {facts.name}（{facts.kana}）
        </dd>
        <dt className="text-ink-2">住所</dt>
        <dd>{facts.address}</dd>
        <dt className="text-ink-2">登録番号</dt>
        <dd>{facts.invoiceNumber ?? '登録なし'}</dd>
      </dl>
      <p className="text-sub text-ink-2">
        名前・住所・登録番号は、運営が書類で確かめています。変わったときは
        <Link to="/restaurant/Inquiry" className="underline underline-offset-4">
          お問い合わせ
        </Link>
        から知らせてください。
      </p>
      <Form key={facts.version} method="post" noValidate preventScrollReset className="grid grid-cols-1 gap-5">
        <input type="hidden" name="version" value={facts.version} />
        <TextField
          {...field('representative')}
          label="代表者の氏名"
          need="required"
          maxLength={40}
          autoComplete="name"
        />
        <TextField {...field('representativeKana')} label="代表者のフリガナ" need="optional" maxLength={60} />
        <TextField
          {...field('crest')}
          label="屋号の一文字"
          need="required"
          help="品物や伝票の横に、しるしとして出ます"
          maxLength={2}
          autoComplete="off"
        />
        <TextField
          {...field('place')}
          label="産地の短い名前"
          need="required"
          help="例 八代。産地のしるしに出ます"
          maxLength={8}
          autoComplete="off"
        />
        <TextField
          {...field('phone')}
          label="電話番号"
          need="required"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
        />
        {mayChange && (
          <p>
            <Button name="intent" value="facts">
              農園のことを保存する
            </Button>
          </p>
        )}
      </Form>
    </section>
  )
}

function Links({ it, problem }: { it: Own; problem: Problem | undefined }) {
  const urls = new Map(it.links.map(({ kind, url }) => [kind, url]))
  return (
    <section id="links" aria-labelledby="links-title" className="card grid scroll-mt-4 grid-cols-1 gap-4 p-4">
      <h2 id="links-title" className="text-h3 font-bold">
        リンク
      </h2>
      <Suspense fallback={<FarmLinks links={it.links} farm="この農園" />}>
        <LinkPreview formId="farm-links" saved={it.links} />
      </Suspense>
      {it.mayChange && (
        <Form id="farm-links" method="post" noValidate preventScrollReset className="grid grid-cols-1 gap-5">
          {linkKinds.map((kind) => (
            <TextField
              key={kind}
              id={`link-${kind}`}
              name={kind}
              label={linkWord[kind]}
              need="optional"
              help={kind === 'instagram' ? 'アドレス、または @名前' : undefined}
              defaultValue={problem?.typed[kind] ?? urls.get(kind) ?? ''}
              error={problem?.fields[kind]}
              maxLength={400}
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
            />
          ))}
          <p>
            <Button name="intent" value="links">
              リンクを保存する
            </Button>
          </p>
        </Form>
      )}
    </section>
  )
}

/** What is settled automatically when something was wrong with a delivery. */
function ClaimLimitForm({ it, problem }: { it: Own; problem: Problem | undefined }) {
  return (
    <section id="claims" aria-labelledby="claims-title" className="card grid scroll-mt-4 grid-cols-1 gap-4 p-4">
      <h2 id="claims-title" className="text-h3 font-bold">
        届いた品の申し出
      </h2>
      <Form method="post" preventScrollReset className="grid grid-cols-1 gap-4">
        <input type="hidden" name="key" value={it.formKey} />
        <ClaimLimitFields {...it.claimLimit} error={problem?.fields.limit} />
        {it.mayManage ? (
          <Button size="lg" name="intent" value="claimLimit">
            保存する
          </Button>
        ) : (
          <p className="text-sub text-ink-2">変えられるのは農園主です。</p>
        )}
      </Form>
    </section>
  )
}

type ShippingProps = {
  it: Own
  problem: Problem | undefined
  simulated: Own['simulated']
  isTrial: boolean
  hit: readonly HitOrder[]
}

/** Temperatures that arrive together share one line. */
function togetherOf(days: Own['simulated'][number]['days']) {
  const lines = Map.groupBy(temperatures, (it) => `${days[it]?.deliveryOn} ${days[it]?.shipOn}`)
  return [...lines.values()].map((of) => ({
    words: of.map((it) => temperatureWord[it]).join('・'),
    day: of[0] ? days[of[0]] : null,
  }))
}

const packingHours = Array.from({ length: 16 }, (_, index) => String(index + 5))

function Shipping({ it, problem, simulated, isTrial, hit }: ShippingProps) {
  const typed = problem?.typed ?? it.shipping
  const error = (name: string) => problem?.fields[name]
  const busy = useNavigation().formMethod === 'POST'
  return (
    <section id="shipping" aria-labelledby="shipping-title" className="card grid scroll-mt-4 grid-cols-1 gap-4 p-4">
      <h2 id="shipping-title" className="text-h3 font-bold">
        出荷の決まり
      </h2>
      <Form method="post" noValidate preventScrollReset className="grid grid-cols-1 gap-5" key={it.version}>
        <input type="hidden" name="version" value={it.version} />
        <input type="hidden" name="cutoffHoursBeforePacking" value={typed.cutoffHoursBeforePacking ?? ''} />
        <CheckboxGroup
          id="ship-weekdays"
          name="shipWeekdays"
          legend="発送する曜日"
          need="required"
          look="cards"
          className="[--choice-least:4.25rem]"
          defaultValues={(typed.shipWeekdays ?? '').split(',')}
          error={error('shipWeekdays')}
          choices={weekdayOrder.map((day) => ({ value: String(day), label: weekdayWords[day] }))}
        />
        <label className="choice">
          <input type="checkbox" name="shipsOnHolidays" defaultChecked={typed.shipsOnHolidays === 'on'} />
          <span className="choice-words">祝日も発送する</span>
        </label>
        <SelectField
          id="ship-packing"
          name="packingHour"
          label="箱づめをはじめる時刻"
          need="required"
          defaultValue={typed.packingHour}
          error={error('packingHour')}
        >
          {packingHours.map((hour) => (
            <option key={hour} value={hour}>
              {hour}:00
            </option>
          ))}
        </SelectField>
        <SelectField
          id="ship-cutoff"
          name="cutoff"
          label="注文の締切"
          need="required"
          help="発送する日から数えて"
          defaultValue={typed.cutoff}
          error={error('cutoffHoursBeforePacking')}
        >
          {typed.cutoffHoursBeforePacking && (
            <option value="">いままでどおり（箱づめの{typed.cutoffHoursBeforePacking}時間前）</option>
          )}
          {cutoffs.map((cutoff) => (
            <option key={cutoff} value={cutoff}>
              {cutoffWord(cutoff)}
            </option>
          ))}
        </SelectField>
        <NumberField
          id="ship-answer"
          name="answerHoursAfterCutoff"
          label="返事をするまで"
          need="required"
          min={0}
          max={72}
          suffix="時間"
          help="締切のあと、何時間で「受ける・出せない」を答えるか"
          defaultValue={typed.answerHoursAfterCutoff}
          error={error('answerHoursAfterCutoff')}
        />
        <NumberField
          id="ship-free"
          name="freeFreightFromYen"
          label="送料が無料になる金額"
          need="optional"
          min={1}
          suffix="円"
          help="空なら、いつも店が送料を払います"
          defaultValue={typed.freeFreightFromYen}
          error={error('freeFreightFromYen')}
        />
        <NumberField
          id="ship-least"
          name="minOrderYen"
          label="1回の注文はいくらから"
          need="optional"
          min={0}
          suffix="円"
          defaultValue={typed.minOrderYen}
          error={error('minOrderYen')}
        />
        <NumberField
          id="ship-late-cancel"
          name="lateCancelPercent"
          label="締切のあとの取消料"
          need="optional"
          min={0}
          max={50}
          suffix="％"
          help="締切から箱づめまでに取り消しを頼まれて、応じたときの、商品代の割合。50％まで。空なら0％です。店には注文のときに見えます"
          defaultValue={typed.lateCancelPercent}
          error={error('lateCancelPercent')}
        />
        <label className="choice">
          <input type="checkbox" name="autoAccept" defaultChecked={typed.autoAccept === 'on'} />
          <span className="choice-words">
            在庫のある注文は、ひとりでに受ける<small>あとから「出せない」と言うことはできます</small>
          </span>
        </label>
        <section aria-label="いま注文すると" className="rounded-control bg-pine-tint p-4">
          <p className="font-bold">{isTrial ? 'この決まりで、' : ''}いま注文すると → 届くのは</p>
          <ul className="grid gap-2 pt-2">
            {simulated.map(({ place, days }) => (
              <li key={place}>
                <b>{place}</b>
                <ul>
                  {togetherOf(days).map(({ words, day }) => (
                    <li key={words}>
                      {words}：
                      {day ? (
                        <>
                          <b>{formatDay(day.deliveryOn)}</b>（{formatDay(day.shipOn)}発送、締切{' '}
                          {formatDeadline(day.cutoffAt, it.now)}）
                        </>
                      ) : (
                        '3週間のうちに届く日がありません'
                      )}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
        <HitOrders hit={hit} />
        {it.mayChange && (
          <p className="flex flex-wrap gap-3">
            <Button size="lg" name="intent" value="shipping" busy={busy}>
              保存する
            </Button>
            <Button size="lg" kind="line" name="intent" value="try">
              この決まりでためす
            </Button>
          </p>
        )}
      </Form>
    </section>
  )
}
