import { ChevronRight, MapPin, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { partyTypes } from '#kernel/words.ts'
import { type Section, sections } from '#modules/organisations/restaurant/account-sections.server.ts'
import type { KitchenFacts } from '#modules/organisations/restaurant/kitchen.server.ts'
import {
  type RestaurantAccount,
  restaurantAccount,
  saveRestaurant,
} from '#modules/organisations/restaurant/restaurant-account.server.ts'
import { kitchenRefusalText } from '#modules/organisations/restaurant/restaurant-words.ts'
import { businessTypes, partyTypeWord } from '#modules/organisations/sign-up/profile-words.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { KanaField } from '#ui/fields/kana-field.tsx'
import { NameFields } from '#ui/fields/name-fields.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { CartonLines } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { fieldsToMend, formOf, type Problem, typedIn } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { page, pageAction } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import { requestFacts } from '../request-context.ts'
import type { Route } from './+types/account.ts'
import { PageBar } from './page-bar.tsx'

export const meta = () => ownMeta('店の情報')
export const handle = { shell: { top: 'own', cartBar: false } }

export const loader = page(async (ctx, _: Route.LoaderArgs) => ({
  account: await restaurantAccount(ctx),
  shownAt: ctx.now.getTime(),
}))

/** Saves one section by itself. */
export const action = pageAction(async (ctx, { request, context }: Route.ActionArgs) => {
  const form = await formOf(request)
  const section = sections.find((known) => known === form.get('section'))
  if (!section) throw data(null, { status: 400 })
  const typed = typedIn(form)
  const { secureOrigin: site } = context.get(requestFacts)
  const saved = await saveRestaurant(ctx, { section, typed, version: Number(typed.version), site })
  if (saved.ok)
    return redirectWithNotice(
      `/restaurant/Account#${section}`,
      saved.value.changed ? '保存しました。' : '変わったところはありませんでした。',
    )
  const problem = (fields: Record<string, string>, summary: string): Problem => ({ fields, summary, typed })
  return saved.refusal === 'fields'
    ? data({ problem: problem(saved.fields, fieldsToMend) }, { status: 422 })
    : data({ problem: problem({}, kitchenRefusalText[saved.refusal]) }, { status: 409 })
})

/** The restaurant about itself: what stands on the sign, who stands behind it, and where goods are delivered. */
export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, shownAt } = loaderData
  const problem = actionData?.problem
  const of = (section: Section) => (problem?.typed.section === section ? problem : undefined)
  return (
    <>
      <PageBar back="/restaurant" backLabel="ホームへもどる" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">店の情報</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-6 px-3.5 pt-4 pb-8 lg:px-8">
        {problem && <Notice tone="akane">{problem.summary}</Notice>}
        {!account.mayManage && <Notice tone="tag">店の情報を変えられるのは、店長（責任者）だけです。</Notice>}
        {account.mayManage ? (
          <>
            <SectionForm
              key={`shop-${shownAt}`}
              section="shop"
              title="お店のこと"
              {...{ account, problem: of('shop') }}
            />
            <SectionForm
              key={`legal-${shownAt}`}
              section="legal"
              title="経営者のこと"
              {...{ account, problem: of('legal') }}
            />
          </>
        ) : (
          <Facts account={account} />
        )}
        <Kitchens account={account} />
      </div>
    </>
  )
}

type SectionProps = { account: RestaurantAccount; problem: Problem | undefined }

function SectionForm({ section, title, account, problem }: SectionProps & { section: Section; title: string }) {
  const busy = useNavigation().formData?.get('section') === section
  const fields = { typed: problem?.typed ?? account.typed, errors: problem?.fields ?? {} }
  return (
    <Panel id={section} title={title}>
      {section === 'legal' && account.status === 'approved' && (
        <p className="text-sub text-ink-2">変えると、運営にも知らせます。許可証の写しをお願いすることがあります。</p>
      )}
      <Form method="post" noValidate className="group/profile grid grid-cols-1 gap-6">
        <input type="hidden" name="section" value={section} />
        <input type="hidden" name="version" value={account.version} />
        {section === 'shop' ? <ShopFields {...fields} /> : <LegalFields {...fields} />}
        <p>
          <Button busy={busy}>保存する</Button>
        </p>
      </Form>
    </Panel>
  )
}

const Panel = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-title`} className="card scroll-mt-20">
    <CartonLines />
    <div className="grid grid-cols-1 gap-5 p-4 sm:p-6">
      <h2 id={`${id}-title`} className="text-h3">
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
      label="お店の名前"
      need="required"
      help="看板の名前。伝票にのります"
      maxLength={60}
      autoComplete="organization"
    />
    <KanaField {...written(fields, 'tradeNameKana')} label="名前のフリガナ" need="required" maxLength={60} />
    <TextField
      {...written(fields, 'crest')}
      label="紋の一文字"
      need="optional"
      help="伝票や画面で、お店の印になります。空なら名前からとります"
      maxLength={2}
      chars={2}
      autoComplete="off"
    />
    <SelectField {...written(fields, 'businessType')} label="業態" need="required">
      <option value="">えらぶ</option>
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
      legend="経営のかたち"
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
        help="登記のとおりに（例 株式会社みのり）"
        maxLength={80}
      />
    </div>
    <NameFields idPrefix="account" legend="代表者の名前" values={fields.typed} errors={fields.errors} />
    <TextField
      {...written(fields, 'invoiceNumber')}
      label="インボイスの登録番号"
      need="optional"
      help="登録を受けている方だけ。Tと13けたの数字です"
      maxLength={30}
      chars={16}
      autoComplete="off"
      autoCapitalize="characters"
    />
  </>
)

/** For who works there and changes nothing. */
function Facts({ account: { typed } }: { account: RestaurantAccount }) {
  const rows = [
    ['お店の名前', typed.tradeName],
    ['業態', typed.businessType],
    ['電話番号', typed.phone],
    ['代表者', `${typed.lastName ?? ''} ${typed.firstName ?? ''}`],
    ['インボイスの登録番号', typed.invoiceNumber],
  ] as const
  return (
    <Panel id="facts" title="お店のこと">
      <dl className="grid grid-cols-1 gap-3">
        {rows.map(([word, value]) => (
          <div key={word} className="wrap-anywhere">
            <dt className="text-sub text-ink-2">{word}</dt>
            <dd>{value?.trim() || '—'}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const Kitchens = ({ account }: { account: RestaurantAccount }) => (
  <section id="kitchens" aria-labelledby="kitchens-title" className="grid scroll-mt-20 grid-cols-1 gap-3">
    <h2 id="kitchens-title">
      <Head as="span" className="text-h3">
        届け先の厨房
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
          厨房を追加する
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
    </span>
    <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
  </Link>
)
