import { Form, useNavigation } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { shares, shareWord } from '#modules/ordering/allocate.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { instructionText } from '#modules/ordering/instruction.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import type { SharedLine } from '#modules/ordering/share-harvest.server.ts'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { SharingRule } from '#modules/ordering/ui/sharing-rule.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import type { Route } from './+types/harvest-share.ts'

/** Asks for one number; then shows who would get how many, and the button that does it. */
export default function HarvestShareScreen({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { product, lines, wanted, kept, available, typed } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  const short = available !== null && available < wanted + kept
  return (
    <>
      <FieldHeader
        facts={matches[1].loaderData.facts}
        back={{ to: '/farmer/orders?by=item', word: '品目別' }}
        line={null}
      >
        <div className="flex items-center gap-4">
          <ProductPicture name={product.picture} alt="" sizes="72px" className="max-w-18 rounded-control" />
          <div className="min-w-0">
            <h1 className="text-h2 leading-snug font-bold">{product.name}</h1>
            <p className="font-bold">
              {formatDay(loaderData.shipOn)}の出荷分　合計{wanted}
              {product.unitLabel}
            </p>
          </div>
        </div>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 lg:mx-0 lg:max-w-4xl lg:px-8">
        {actionData?.problem && <ProblemNotice problem={actionData.problem} />}
        {kept > 0 && (
          <Notice>
            他に、飲食店の回答待ちの注文に{kept}
            {product.unitLabel}を確保しています。その分を残して配分します。
          </Notice>
        )}
        {lines.length === 0 ? (
          <Notice>この日に出荷するこの商品の注文はありません。</Notice>
        ) : (
          <>
            <Form method="get" className="card grid gap-4 p-4">
              <TextField
                label="実際に出荷できる数"
                name="qty"
                inputMode="numeric"
                autoComplete="off"
                suffix={product.unitLabel}
                defaultValue={typed ?? ''}
                error={typed !== null && available === null ? refusalText('bad_quantity') : undefined}
              />
              <Button kind={short ? 'line' : 'pine'} size="lg">
                配分を確認する
              </Button>
            </Form>
            {available !== null && !short && <Notice tone="matcha">{refusalText('enough_for_all')}</Notice>}
            {short && (
              <Form method="post" className="grid gap-4">
                <div className="text-h3">
                  <Head as="h2">配分の内容</Head>
                </div>
                <ul className="card">
                  {lines.map((line) => (
                    <ShareRow key={line.lineId} line={line} unit={product.unitLabel} />
                  ))}
                </ul>
                <input type="hidden" name="key" value={loaderData.formKey} />
                <input type="hidden" name="qty" value={available} />
                <p className="text-sub">
                  数量が減る飲食店には、事前の指示が直ちに適用されます。未回答の注文は、他の商品も含めて受注確定となります。
                </p>
                <Button size="lg" busy={busy}>
                  この内容で配分する
                </Button>
              </Form>
            )}
            <SharingRule />
          </>
        )}
      </div>
    </>
  )
}

function ShareRow({ line, unit }: { line: SharedLine; unit: string }) {
  const { allocated, wanted, restaurant, instruction } = line
  const less = allocated.qty < wanted
  return (
    <li className="grid gap-1 border-t border-line px-4 py-3 first:border-t-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 text-h4 font-bold">{restaurant}</span>
        <span className="whitespace-nowrap">
          {less && (
            <>
              <s className="num text-h3 text-ink-2">{wanted}</s> →{' '}
            </>
          )}
          <strong className={`num text-h1 ${less ? 'text-kaki-ink' : ''}`}>{allocated.qty}</strong>
          {unit}
        </span>
      </p>
      <p className="text-sub text-ink-2">
        {shares
          .flatMap((share) => (allocated.of[share] ? [`${shareWord[share]} ${allocated.of[share]}`] : []))
          .join('・') || '配分できる数量がありません'}
        {!line.accepted && '・未回答の注文'}
      </p>
      {less && <p className="text-sub">飲食店の指示：{instructionText(instruction)}</p>}
    </li>
  )
}
