import { ChevronRight, MapPin, Plus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Form, useNavigation } from 'react-router'
import { partyTypes } from '#kernel/enums.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { PaymentTerms } from '#kernel/payment-terms.ts'
import { signAddress } from '#kernel/picture-name.ts'
import type { AddressFinding } from '#kernel/postal-address.ts'
import { ownCredit } from '#modules/credit/credit-standing.server.ts'
import { CreditLine } from '#modules/credit/ui/credit-line.tsx'
import type { KitchenFacts } from '#modules/organisations/restaurant/kitchen.server.ts'
import {
  type RestaurantAccount,
  restaurantAccount,
  type Section,
} from '#modules/organisations/restaurant/restaurant-account.server.ts'
import {
  businessTypes,
  partyTypeWord,
  slotWords,
  weekdayOrder,
  weekdayWords,
} from '#modules/organisations/sign-up/profile-labels.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { KanaField } from '#ui/fields/kana-field.tsx'
import { NameFields } from '#ui/fields/name-fields.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { CartonLines, CartonPanel } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { formOf, type Problem } from '#web/form.ts'
import { revalidateOvertaken } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/account.ts'
import { changeAccount } from './account-action.server.ts'
import { BillingFields } from './account-billing.tsx'
import { factsOf, type Rows } from './account-facts.ts'
// Papers are sent in once in some years: the script for it comes after the page's own.
import LicencePart from './account-licence.tsx' with { load: 'later' }
import { LogoPart } from './account-logo.tsx'

export const meta = () => ownMeta('飲食店の情報')
export const handle = { shell: { top: 'own', cartBar: false } }

export const loader = page(async (ctx, { context }: Route.LoaderArgs) => ({
  terms: context.get(requestFacts).operator.buyerTerms,
  account: await restaurantAccount(ctx),
  credit: await ownCredit(ctx),
  today: jstDateOf(ctx.now),
  shownAt: ctx.now.getTime(),
  cardOffered: Boolean(ctx.cards),
}))

export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  changeAccount(ctx, await formOf(args.request), args),
)

/** After a concurrent change the current state is shown. */
export const shouldRevalidate = revalidateOvertaken

const parts = [
  ['shop', '基本情報'],
  ['logo', 'ロゴ'],
  ['legal', '経営者の情報'],
  ['licence', '営業許可'],
  ['billing', '請求と支払い'],
  ['credit', '掛け払い'],
  ['kitchens', 'お届け先の店舗'],
] as const

/** The restaurant's own data: its name, its people, billing, and kitchens. */
export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, credit, today, shownAt, terms, cardOffered } = loaderData
  const problem = actionData?.problem
  const asked = actionData && 'finding' in actionData ? actionData : undefined
  const of = (part: string) => (problem?.typed.intent?.split('_')[0] === part ? problem : undefined)
  return (
    <>
      <PageBar back="/restaurant" backLabel="ホームへ戻る">
        <h1 className="text-h4 font-bold lg:text-h2">飲食店の情報</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-5xl grid-cols-1 items-start gap-6 px-3.5 pt-4 pb-8 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-8 lg:px-8">
        <Sign account={account} />
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {problem && <Notice tone="akane">{problem.summary}</Notice>}
          {!account.mayManage && <Notice tone="tag">飲食店の情報を変更できるのは、店長（責任者）のみです。</Notice>}
          {account.mayManage ? (
            <>
              <SectionPart key={`shop-${shownAt}`} section="shop" {...{ account, terms, problem: of('shop') }} />
              <Panel id="logo" title="ロゴ">
                <LogoPart
                  key={`logo-${shownAt}`}
                  logo={account.logo}
                  crest={account.typed.crest ?? ''}
                  problem={of('logo')}
                />
              </Panel>
              <SectionPart key={`legal-${shownAt}`} section="legal" {...{ account, terms, problem: of('legal') }} />
              <Panel id="licence" title="営業許可">
                <Suspense>
                  <LicencePart
                    key={`licence-${shownAt}`}
                    documents={account.documents}
                    today={today}
                    problem={of('licence')}
                  />
                </Suspense>
              </Panel>
              <SectionPart
                key={`billing-${shownAt}`}
                section="billing"
                {...{ account, terms, problem: of('billing') }}
                typed={asked?.typed}
                cardOffered={cardOffered}
                finding={asked?.finding}
              />
            </>
          ) : (
            <Facts account={account} terms={terms} />
          )}
          <Panel id="credit" title="掛け払いの利用状況">
            <CreditLine credit={credit} />
            <p>
              <ButtonLink to="/restaurant/invoices#credit" kind="line">
                限度額の引き上げを依頼する
              </ButtonLink>
            </p>
          </Panel>
          <Kitchens account={account} />
        </div>
      </div>
    </>
  )
}

/** The restaurant as others see it, and links to each part of the page. */
function Sign({ account: { typed, logo, mayManage, kitchens } }: { account: RestaurantAccount }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3 lg:sticky lg:top-24">
      <CartonPanel aria-label="飲食店">
        <div className="flex items-center gap-4 p-4">
          <span className="shrink-0 text-pine">
            <Avatar photo={signAddress(logo, 84)} crest={typed.crest ?? ''} size={84} look="sign" loading="eager" />
          </span>
          <div className="grid min-w-0 gap-0.5 wrap-anywhere">
            <p className="text-h4 font-bold text-kraft-ink">{typed.tradeName}</p>
            <p className="text-sub">
              {typed.businessType}・店舗{kitchens.length}か所
            </p>
            {typed.invoiceNumber && <p className="text-caption tabular-nums">{typed.invoiceNumber}</p>}
          </div>
        </div>
      </CartonPanel>
      {mayManage && (
        <nav aria-label="ページ内の項目" className="flex flex-wrap gap-2 lg:grid lg:gap-1">
          {parts.map(([id, word]) => (
            <a key={id} href={`#${id}`} className="chip lg:justify-start">
              {word}
            </a>
          ))}
        </nav>
      )}
    </div>
  )
}

type SectionProps = { account: RestaurantAccount; terms: PaymentTerms; problem: Problem | undefined }

const titles: Record<Section, string> = { shop: '基本情報', legal: '経営者の情報', billing: '請求と支払い' }

/** The current values; and for owners a fold with the form, which is open if something has to be corrected. */
function SectionPart({
  section,
  account,
  terms,
  problem,
  typed,
  finding,
  cardOffered = false,
}: SectionProps & {
  section: Section
  cardOffered?: boolean
  typed?: Record<string, string> | undefined
  finding?: AddressFinding | undefined
}) {
  const busy = useNavigation().formData?.get('intent') === section
  const fields = { typed: problem?.typed ?? typed ?? account.typed, errors: problem?.fields ?? {} }
  return (
    <Panel id={section} title={titles[section]}>
      <FactList rows={factsOf[section](account.typed, terms)} />
      <Disclosure
        summary={
          <>
            変更<span className="visually-hidden">（{titles[section]}）</span>
          </>
        }
        open={problem !== undefined || typed !== undefined || undefined}
      >
        {section === 'legal' && account.status === 'approved' && (
          <p className="pb-4 text-sub text-ink-2">
            変更すると、運営にも通知されます。許可証の写しの提出をお願いする場合があります。
          </p>
        )}
        <Form method="post" noValidate className="group/profile grid grid-cols-1 gap-6">
          <input type="hidden" name="intent" value={section} />
          <input type="hidden" name="version" value={account.version} />
          {section === 'shop' && <ShopFields {...fields} />}
          {section === 'legal' && <LegalFields {...fields} />}
          {section === 'billing' && (
            <BillingFields
              {...fields}
              finding={finding}
              terms={terms}
              cardOffered={cardOffered}
              debitAgreed={account.debitAgreed}
            />
          )}
          <p>
            <Button busy={busy}>
              保存する<span className="visually-hidden">（{titles[section]}）</span>
            </Button>
          </p>
        </Form>
      </Disclosure>
    </Panel>
  )
}

const FactList = ({ rows }: { rows: Rows }) => (
  <dl className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
    {rows.map(([word, value]) => (
      <div key={word} className="wrap-anywhere sm:contents">
        <dt className="text-sub text-ink-2">{word}</dt>
        <dd className="font-bold">{value?.trim() || <span className="font-normal text-ink-2">未登録</span>}</dd>
      </div>
    ))}
  </dl>
)

const Panel = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-title`} className="card scroll-mt-20">
    <CartonLines />
    <div className="grid grid-cols-1 gap-5 p-4 sm:p-6">
      <h2 id={`${id}-title`} className="text-h3 font-bold">
        {title}
      </h2>
      {children}
    </div>
  </section>
)

type Fields = { typed: Record<string, string>; errors: Record<string, string> }

const written = ({ typed, errors }: Fields, name: string) => ({
  id: `account-${name}`,
  name,
  defaultValue: typed[name],
  error: errors[name],
})

const ShopFields = (fields: Fields) => (
  <>
    <TextField
      {...written(fields, 'tradeName')}
      label="店名"
      need="required"
      help="看板に記載の名称です。伝票に記載されます"
      maxLength={60}
      autoComplete="organization"
    />
    <KanaField {...written(fields, 'tradeNameKana')} label="名称のフリガナ" need="required" maxLength={60} />
    <TextField
      {...written(fields, 'crest')}
      label="紋の一文字"
      need="optional"
      help="伝票や画面に、貴店のマークとして表示されます。空欄の場合は店名から設定します"
      maxLength={2}
      chars={2}
      autoComplete="off"
    />
    <SelectField {...written(fields, 'businessType')} label="業態" need="required">
      <option value="">選択</option>
      {businessTypes.map((type) => (
        <option key={type}>{type}</option>
      ))}
    </SelectField>
    <PhoneField {...written(fields, 'phone')} label="電話番号" need="required" maxLength={20} />
  </>
)

const LegalFields = (fields: Fields) => (
  <>
    <RadioGroup
      {...written(fields, 'partyType')}
      legend="経営形態"
      need="required"
      look="cards"
      className="[--choice-least:8rem]"
      choices={partyTypes.map((value) => ({ value, label: partyTypeWord[value] }))}
    />
    <div className="hidden group-has-[[value=corporation]:checked]/profile:grid">
      <TextField
        {...written(fields, 'legalName')}
        label="法人名"
        need="required"
        help="登記のとおりに入力（例 株式会社みのり）"
        maxLength={80}
      />
    </div>
    <NameFields idPrefix="account" legend="代表者名" values={fields.typed} errors={fields.errors} />
    <TextField
      {...written(fields, 'invoiceNumber')}
      label="インボイスの登録番号"
      need="optional"
      help="登録を受けている場合のみ。Tと13桁の数字です"
      maxLength={30}
      chars={16}
      autoComplete="off"
      autoCapitalize="characters"
    />
  </>
)

/** For members without the right to change it. */
const Facts = ({ account: { typed }, terms }: Pick<SectionProps, 'account' | 'terms'>) => (
  <Panel id="facts" title="基本情報">
    <FactList rows={[...factsOf.shop(typed, terms), ...factsOf.legal(typed, terms)]} />
  </Panel>
)

const Kitchens = ({ account }: { account: RestaurantAccount }) => (
  <section id="kitchens" aria-labelledby="kitchens-title" className="grid scroll-mt-20 grid-cols-1 gap-3">
    <h2 id="kitchens-title">
      <Head as="span" className="text-h3">
        お届け先の店舗
      </Head>
    </h2>
    <ul className="grid grid-cols-1 gap-3">
      {account.kitchens.map((kitchen) => (
        <li key={kitchen.id} className="card">
          <KitchenRow kitchen={kitchen} />
        </li>
      ))}
    </ul>
    {account.mayManage && (
      <p>
        <ButtonLink to="/restaurant/Account/kitchens/new" kind="line">
          <Plus aria-hidden="true" />
          店舗を追加する
        </ButtonLink>
      </p>
    )}
  </section>
)

const KitchenRow = ({ kitchen }: { kitchen: KitchenFacts }) => (
  <Link to={`/restaurant/Account/kitchens/${kitchen.id}`} className="flex items-center gap-3 p-4 hover:bg-sunken">
    <MapPin aria-hidden="true" className="shrink-0 text-pine" />
    <span className="grid min-w-0 grow">
      <b>{kitchen.name}</b>
      <span className="text-sub wrap-anywhere text-ink-2">{kitchen.address}</span>
      <span className="text-sub text-ink-2">受け取り {receivingText(kitchen)}</span>
    </span>
    <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
  </Link>
)

/** 「月火水木金土・午前中」 */
function receivingText({ receivingWeekdays, slot }: KitchenFacts): string {
  const words = weekdayOrder.filter((day) => receivingWeekdays.includes(day)).map((day) => weekdayWords[day])
  return [words.join(''), slotWords[slot]].join('・')
}
