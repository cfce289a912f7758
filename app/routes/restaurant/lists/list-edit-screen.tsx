import { Plus, Trash2 } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { blockerLabel, weekdaysInOrder, weekdayWord } from '#modules/shopping-lists/list-labels.ts'
import type { ShoppingListLine } from '#modules/shopping-lists/shopping-lists.server.ts'
import { SortableLines } from '#modules/shopping-lists/ui/sortable-lines.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/list-edit.ts'

export default function ListEditScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { list, often } = loaderData
  const problem = actionData?.problem
  const fields = problem?.fields ?? {}
  return (
    <>
      <PageBar back={`/restaurant/lists?list=${list.id}`} backLabel="「いつもの」へ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">「{list.name}」を編集</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-6 px-3.5 pt-4 pb-12">
        {problem && <ProblemNotice problem={problem} />}
        <section aria-labelledby="lines" className="grid grid-cols-1 gap-2">
          <h2 id="lines" className="text-h4 font-bold">
            商品と順番
          </h2>
          {list.lines.length === 0 ? (
            <EmptyState action={<ButtonLink to="/restaurant/products">商品を検索</ButtonLink>}>
              まだ商品がありません。下の「よく注文する商品」から追加するか、商品の画面で「いつもの」に追加してください。
            </EmptyState>
          ) : (
            <>
              <p className="text-sub text-ink-2">
                つまみを動かすか、↑↓で並べ替えられます。自動注文では、上の商品から優先して注文します。
              </p>
              <div className="card px-2">
                <SortableLines
                  label="リストの商品"
                  intent="place"
                  items={list.lines.map((line) => ({
                    id: line.productId,
                    name: line.name,
                    body: (
                      <Line line={line} error={problem?.typed.productId === line.productId ? fields.qty : undefined} />
                    ),
                  }))}
                />
              </div>
            </>
          )}
        </section>
        {often.length > 0 && (
          <section aria-labelledby="often" className="grid grid-cols-1 gap-2">
            <h2 id="often" className="text-h4 font-bold">
              よく注文する商品
            </h2>
            <ul className="card">
              {often.map(({ productId, name, farm, qty, unitLabel }) => (
                <li
                  key={productId}
                  className="flex min-h-16 flex-wrap items-center gap-x-3 border-t border-line px-4 py-2 first:border-t-0"
                >
                  <span className="min-w-0 grow leading-snug">
                    <b>{name}</b>
                    <span className="block text-sub text-ink-2">{farm}</span>
                  </span>
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="intent" value="line" />
                    <input type="hidden" name="productId" value={productId} />
                    <input type="hidden" name="qty" value={qty} />
                    <input type="hidden" name="learns" value="on" />
                    <Button kind="line">
                      <Plus aria-hidden="true" />
                      <span>
                        {qty}
                        {unitLabel}を追加<span className="visually-hidden">：{name}</span>
                      </span>
                    </Button>
                  </Form>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Names list={list} errors={fields} />
        <Disclosure summary="このリストを削除">
          <Form method="post" className="grid grid-cols-1 gap-3">
            <input type="hidden" name="intent" value="remove-list" />
            <p>注文や伝票は削除されません。</p>
            <p>
              <Button kind="danger">「{list.name}」を削除</Button>
            </p>
          </Form>
        </Disclosure>
      </div>
    </>
  )
}

function Names({ list, errors }: { list: Route.ComponentProps['loaderData']['list']; errors: Record<string, string> }) {
  const busy = useNavigation().formData?.get('intent') === 'rename'
  return (
    <Form key={list.version} method="post" className="card grid grid-cols-1 gap-4 p-4">
      <input type="hidden" name="intent" value="rename" />
      <input type="hidden" name="version" value={list.version} />
      <TextField
        label="リストの名前"
        name="name"
        defaultValue={list.name}
        error={errors.name}
        maxLength={40}
        need="required"
      />
      <CheckboxGroup
        name="weekdays"
        legend="このリストを開く曜日（お届け日）"
        help="選択した曜日にお届けする注文のとき、最初に表示します。選択は任意です"
        look="cards"
        className="[--choice-least:4.25rem]"
        defaultValues={list.weekdays.map(String)}
        choices={weekdaysInOrder.map((day) => ({ value: String(day), label: weekdayWord[day] }))}
      />
      <p>
        <Button busy={busy}>保存する</Button>
      </p>
    </Form>
  )
}

/** One product of the list: its quantity, learned or fixed; unfolds for editing. */
function Line({ line, error }: { line: ShoppingListLine; error: string | undefined }) {
  return (
    <details className="group" open={error !== undefined || undefined}>
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-control">
        <span className={`w-12 shrink-0 overflow-hidden rounded-control ${line.asleep ? 'opacity-60' : ''}`}>
          <ProductPicture name={line.picture} alt="" sizes="3rem" className="aspect-square!" />
        </span>
        <span className="min-w-0 leading-snug">
          <b>{line.name}</b>
          <span className="block text-sub text-ink-2">
            {line.asleep
              ? blockerLabel[line.asleep]
              : line.learns
                ? '曜日別の実績から数量を自動設定'
                : `通常${line.qty}${line.unitLabel}`}
          </span>
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-3 py-3">
        <Form method="post" preventScrollReset className="grid grid-cols-1 gap-3">
          <input type="hidden" name="intent" value="line" />
          <input type="hidden" name="productId" value={line.productId} />
          <TextField
            label={`数量（${line.unitLabel}）`}
            name="qty"
            defaultValue={String(line.qty)}
            inputMode="numeric"
            error={error}
          />
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="learns" defaultChecked={line.learns} className="size-6 shrink-0 accent-pine" />
            <span>同じ曜日の直近4回の実績から数量を自動設定（実績が2回になるまでは上の数量）</span>
          </label>
          <p className="flex flex-wrap gap-3">
            <Button kind="line">この数量を保存する</Button>
          </p>
        </Form>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="productId" value={line.productId} />
          <Button kind="text">
            <Trash2 aria-hidden="true" />
            リストから削除
          </Button>
        </Form>
      </div>
    </details>
  )
}
