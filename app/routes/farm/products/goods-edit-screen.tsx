import { Suspense, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import type { GoodsDraft } from '#modules/products/product-draft.server.ts'
import { goodsStepWord, stepAfter, stepBefore } from '#modules/products/product-fields.ts'
import Autosave from '#modules/products/ui/autosave.tsx' with { load: 'later' }
import { FactFields } from '#modules/products/ui/fact-fields.tsx'
import LivePreview from '#modules/products/ui/live-preview.tsx' with { load: 'later' }
import { PastChanges } from '#modules/products/ui/past-changes.tsx'
import { PhotoList } from '#modules/products/ui/photo-list.tsx'
import { PlannedPrices } from '#modules/products/ui/planned-prices.tsx'
import PriceAdvice from '#modules/products/ui/price-advice.tsx' with { load: 'later' }
import { BoxFields, goodsFieldId, PriceFields, StockFields, WhatFields } from '#modules/products/ui/product-fields.tsx'
import { GoodsStepBar } from '#modules/products/ui/step-bar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { DraftOffer, useDraft } from '#ui/form-draft.tsx'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/goods-edit.ts'
import { addressOf } from './goods-step-address.ts'

export default function GoodsEditPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { facts } = matches[1].loaderData
  const problem: Problem | undefined = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <>
      <FieldHeader facts={facts} back={{ to: '/farmer/products/List', word: '商品' }} line={null}>
        <h1 className="text-h2 font-bold">
          {loaderData.kind === 'drafts' ? (
            <Head as="span">下書き</Head>
          ) : (
            (loaderData.goods?.name ?? <Head as="span">商品を出品する</Head>)
          )}
        </h1>
      </FieldHeader>
      <div className="mx-auto max-w-[90rem] p-4 pb-24 lg:px-8">
        {loaderData.kind === 'drafts' ? (
          <Drafts drafts={loaderData.drafts} />
        ) : (
          <OneView key={`${loaderData.id}-${loaderData.step}`} it={loaderData} problem={problem} />
        )}
      </div>
    </>
  )
}

function Drafts({ drafts }: { drafts: readonly GoodsDraft[] }) {
  if (drafts.length === 0)
    return (
      <EmptyState action={<ButtonLink to="/farmer/products/Create">商品を出品する</ButtonLink>}>
        入力中の商品はありません
      </EmptyState>
    )
  return (
    <ul className="card">
      {drafts.map(({ id, values, savedAt, audience }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 border-t border-line p-4 first:border-t-0">
          <Link to={addressOf(id, 'photos')} className="grid min-h-(--target) min-w-0 grow content-center">
            <b className="underline">{values.name || values.item || '名称未入力の下書き'}</b>
            <span className="text-sub text-ink-2">{formatMoment(savedAt)} に保存</span>
            {audience === 'chosen' && (
              <span className="text-sub font-bold text-pine-ink">選択した飲食店のみに公開</span>
            )}
          </Link>
          <Form method="post">
            <input type="hidden" name="id" value={id} />
            <Button kind="text" name="intent" value="removeDraft">
              削除<span className="visually-hidden">：{values.name || values.item}</span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  )
}

type One = Extract<Route.ComponentProps['loaderData'], { kind: 'one' }>
const formId = 'goods-form'

function OneView({ it, problem }: { it: One; problem: Problem | undefined }) {
  const { id, step, goods, isDraft } = it
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="grid grid-cols-1 gap-5">
        <GoodsStepBar step={step} at={(to) => addressOf(id, to)} />
        {it.chosen && (
          <Notice>
            {it.chosen.join('、')}のみに公開する商品です。販売開始後に、「{goodsStepWord.price}
            」の画面の「公開先を選択」で変更できます。
          </Notice>
        )}
        {goods?.heldReason && <Notice tone="akane">運営が販売を停止しています：{goods.heldReason}</Notice>}
        {goods && goods.lapsed !== '' && (
          <Notice tone="akane">
            {goods.lapsed}の書類の期限切れのため、飲食店に表示されません。
            <Link to="/profile/organisation" className="underline">
              新しい書類を送信する
            </Link>
          </Notice>
        )}
        {goods?.review === 'returned' && (
          <Notice tone="akane">運営から：{goods.reviewNote}　修正して保存すると、再度確認に回ります。</Notice>
        )}
        {problem && Object.keys(problem.fields).length === 0 && <RefusalNotice problem={problem} />}
        {step === 'photos' ? (
          <>
            <PhotoList of={id} back={addressOf(id, 'photos')} photos={it.photos} />
            {it.photos.length === 0 && (
              <p className="text-ink-2">写真は後から追加できます。写真がない間は、イラストが表示されます。</p>
            )}
            <p>
              <ButtonLink to={`${addressOf(id, 'what')}${isDraft && it.version === 0 ? '&new' : ''}`} size="lg">
                次へ：{goodsStepWord.what}
              </ButtonLink>
            </p>
          </>
        ) : (
          <StepForm it={it} problem={problem} />
        )}
        {step === 'price' && !isDraft && (
          <PlannedPrices
            id={id}
            planned={it.planned}
            formKey={it.formKey}
            tomorrow={it.tomorrow}
            furthest={it.furthest}
            problem={problem?.typed.intent === 'plan' ? problem : undefined}
          />
        )}
        {it.past.length > 0 && <PastChanges past={it.past} />}
      </div>
      <div className="lg:sticky lg:top-4">
        <Suspense>
          <LivePreview
            {...{ id, formId, picture: it.picture, farm: it.farm, percents: it.percents }}
            typed={{ ...it.typed, ...problem?.typed }}
          />
        </Suspense>
      </div>
    </div>
  )
}

function StepForm({ it, problem }: { it: One; problem: Problem | undefined }) {
  const { id, step, isDraft } = it
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck(problem, goodsFieldId)
  const kept = useDraft(`goods-${id}-${step}`, form)
  const busy = useNavigation().formMethod === 'POST'
  const typed = { ...it.typed, ...problem?.typed }
  const fields = { typed, errors: problem?.fields ?? {} }
  const unit = typed.unitLabel || '箱'
  const version = Number(problem?.typed.version ?? it.version)
  const last = step === 'stock'
  const before = stepBefore(step)
  return (
    <>
      <DraftOffer draft={kept} />
      <Form
        ref={form}
        id={formId}
        method="post"
        noValidate
        className="group/goods grid grid-cols-1 gap-6"
        onSubmit={check.onSubmit}
      >
        <FormSummary problems={check.problems} refusal={check.refusal} />
        <input type="hidden" name="step" value={step} />
        <input type="hidden" name="key" value={it.formKey} />
        <input type="hidden" name="version" defaultValue={version} key={version} />
        <h2 className="text-h3 font-bold">{goodsStepWord[step]}</h2>
        {step === 'what' && <WhatFields {...fields} names={it.names} />}
        {step === 'box' && (
          <>
            <BoxFields {...fields} usual={it.usual} />
            <FactFields {...fields} facts={it.labelling} />
          </>
        )}
        {step === 'price' && (
          <>
            <PriceFields {...fields} byWeight={typed.catchWeight === 'true'} unit={unit} />
            <PriceAdvice formId={formId} band={it.band} freight={it.freight} typed={typed} />
          </>
        )}
        {step === 'stock' && <StockFields {...fields} unit={unit} weekdays={it.weekdays} isNew={isDraft} />}
        <div className="flex flex-wrap gap-3">
          {isDraft ? (
            <Button size="lg" name="intent" value={last ? 'publish' : 'next'} busy={busy}>
              {last ? '販売を開始する' : `次へ：${goodsStepWord[stepAfter(step) ?? step]}`}
            </Button>
          ) : (
            <Button size="lg" name="intent" value="save" busy={busy}>
              保存する
            </Button>
          )}
          {isDraft && last && (
            <Button kind="line" size="lg" name="intent" value="keep" formNoValidate>
              下書きのまま保存
            </Button>
          )}
          {before && (
            <ButtonLink to={addressOf(id, before)} kind="line" size="lg">
              戻る
            </ButtonLink>
          )}
        </div>
        {isDraft && (
          <Suspense>
            <Autosave formId={formId} action={`/farmer/products/drafts/${id}`} version={version} />
          </Suspense>
        )}
      </Form>
    </>
  )
}
