import { ArrowDown, ArrowUp } from 'lucide-react'
import { Form, type MetaFunction } from 'react-router'
import { type Category, categories } from '#kernel/enums.ts'
import { formatNumber } from '#kernel/format.ts'
import { categoryWord } from '#modules/products/catalog/catalog-labels.ts'
import type { CurateRefusal } from '#modules/products/catalog/curate-labels.ts'
import {
  type CuratedItem,
  moveProduceItem,
  produceShelf,
  removeProduceItem,
  saveProduceItem,
  shelfCounts,
} from '#modules/products/catalog/curate-produce.server.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import type { Problem } from '#web/form.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/categories.ts'

export const meta: MetaFunction = () => ownMeta('分類と品目（管理）')

const shelfIn = (text: string | null): Category => categories.find((known) => known === text) ?? 'leaf'
const shelfAddress = (category: Category, key?: string) =>
  `/admin/categories?shelf=${category}${key ? `&open=${key}#item-${key}` : ''}`

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const asked = new URL(request.url).searchParams
  const shelf = shelfIn(asked.get('shelf'))
  return { shelf, open: asked.get('open'), items: await produceShelf(ctx, shelf), counts: await shelfCounts(ctx) }
})

const fieldOf: Partial<Record<CurateRefusal, string>> = {
  bad_key: 'itemKey',
  key_taken: 'itemKey',
  no_name: 'name',
  name_hidden_character: 'name',
  name_with_url: 'name',
  no_words: 'words',
  too_many_words: 'words',
  no_such_parent: 'parentKey',
  parent_is_special: 'parentKey',
  has_special_kinds: 'parentKey',
}

const moved = ({ category }: { category: Category }) =>
  redirectWithFlash(shelfAddress(category), '順番を変更しました。')

const run = jobs({
  save: job(saveProduceItem, {
    at: ({ refusal }) => fieldOf[refusal],
    done: (_, { category, itemKey, name }) =>
      redirectWithFlash(shelfAddress(category, itemKey), `「${name}」を保存しました。検索には1〜2分で反映されます。`),
  }),
  up: job(moveProduceItem, { fields: () => ({ by: '-1' }), done: moved }),
  down: job(moveProduceItem, { fields: () => ({ by: '1' }), done: moved }),
  remove: job(removeProduceItem, {
    done: ({ category }) => redirectWithFlash(shelfAddress(category), '品目を削除しました。'),
  }),
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return run(ctx, args)
})

export default function CategoriesPage({
  loaderData: { shelf, open, items, counts },
  actionData,
}: Route.ComponentProps) {
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  // the form of a new item names no version
  const ofNew = problem?.typed.version === '' ? problem : undefined
  const problemOf = (key: string) => (!ofNew && problem?.typed.itemKey === key ? problem : undefined)
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2">
        <Head as="span">分類と品目</Head>
      </h1>
      <p className="max-w-[44em] text-ink-2">
        品目ごとに、料理人が検索する語句（漢字・ひらがな・カタカナ・別名・英語）を登録します。語句を変更すると、その品目の商品の検索結果に反映されます。
      </p>
      <nav aria-label="分類" className="flex flex-wrap gap-2">
        {categories.map((category) => (
          <Link
            key={category}
            to={shelfAddress(category)}
            className="chip [--target:2.75rem]"
            aria-current={category === shelf ? 'page' : undefined}
          >
            {categoryWord[category]}
            <span className="num">{counts[category] ?? 0}</span>
          </Link>
        ))}
      </nav>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <details className="card p-3" open={ofNew !== undefined}>
        <summary className="min-h-11 content-center font-bold">品目を追加</summary>
        <ItemForm shelf={shelf} item={null} problem={ofNew} />
      </details>
      <ol className="card divide-y divide-line">
        {items.map((item) => (
          <li key={item.key} id={`item-${item.key}`} className="flex items-start gap-2 p-2">
            <Move item={item} />
            <details className="min-w-0 grow" open={item.key === open || problemOf(item.key) !== undefined}>
              <summary className="flex min-h-11 flex-wrap items-center gap-x-3">
                <span className="font-bold">{item.name}</span>
                {item.parentKey && <span className="text-sub text-ink-2">{item.parentKey} の特別な種類</span>}
                <span className="min-w-0 grow truncate text-sub text-ink-2">{item.words.join('、')}</span>
                {item.waiting && <span className="text-sub text-kaki">検索に反映中</span>}
                <span className="text-sub">
                  <span className="num">{formatNumber(item.goods)}</span>点
                </span>
              </summary>
              <ItemForm shelf={shelf} item={item} problem={problemOf(item.key)} />
            </details>
          </li>
        ))}
      </ol>
    </div>
  )
}

const Move = ({ item: { key, category, name } }: { item: CuratedItem }) => (
  <Form method="post" preventScrollReset className="flex">
    <input type="hidden" name="itemKey" value={key} />
    <input type="hidden" name="category" value={category} />
    <IconButton type="submit" name="intent" value="up" label={`${name}を上へ`}>
      <ArrowUp aria-hidden="true" />
    </IconButton>
    <IconButton type="submit" name="intent" value="down" label={`${name}を下へ`}>
      <ArrowDown aria-hidden="true" />
    </IconButton>
  </Form>
)

type ItemFormProps = { shelf: Category; item: CuratedItem | null; problem: Problem | undefined }

function ItemForm({ shelf, item, problem }: ItemFormProps) {
  const id = item?.key ?? 'new'
  const field = (name: string, known = '') => ({
    id: `${id}-${name}`,
    name,
    defaultValue: problem?.typed[name] ?? known,
    error: problem?.fields[name],
  })
  return (
    <Form method="post" className="grid grid-cols-1 items-start gap-3 py-2 lg:grid-cols-2">
      <input type="hidden" name="version" value={item?.version ?? ''} />
      {item ? (
        <input type="hidden" name="itemKey" value={item.key} />
      ) : (
        <TextField {...field('itemKey')} label="キー（英小文字）" need="required" maxLength={60} />
      )}
      <TextField {...field('name', item?.name)} label="名前" need="required" maxLength={40} />
      <SelectField {...field('category', item?.category ?? shelf)} label="分類">
        {categories.map((category) => (
          <option key={category} value={category}>
            {categoryWord[category]}
          </option>
        ))}
      </SelectField>
      <TextField
        {...field('parentKey', item?.parentKey ?? '')}
        label="元になる品目のキー（特別な種類の場合）"
        maxLength={60}
      />
      <TextArea
        {...field('words', item?.words.join('、'))}
        label="検索語（、か改行で区切る）"
        need="required"
        className="lg:col-span-2"
        rows={3}
        limit={2_000}
      />
      <div className="flex flex-wrap gap-3 lg:col-span-2">
        <Button type="submit" name="intent" value="save">
          保存する
        </Button>
        {item && item.goods === 0 && (
          <button type="submit" name="intent" value="remove" formNoValidate className="btn" data-kind="danger">
            削除
          </button>
        )}
      </div>
    </Form>
  )
}
