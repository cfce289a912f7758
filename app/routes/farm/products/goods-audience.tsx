import { Form } from 'react-router'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDay } from '#kernel/format.ts'
import { type ProductId, parseId } from '#kernel/ids.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { goodsAudience, setAudience } from '#modules/products/prices/audience.server.ts'
import { regulars } from '#modules/products/prices/regulars.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/goods-audience.ts'

export const meta = () => ownMeta('公開先')

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  const goods = await goodsAudience(ctx, productIn(params))
  const known = await regulars(ctx)
  const ids = new Set(known.map(({ id }) => id))
  const choices = [
    ...known.map(({ id, name, orders, lastOn }) => ({
      value: id as string,
      label: name,
      help: `注文${orders}回・前回${formatDay(lastOn)}`,
    })),
    // selected earlier, and no longer on the market
    ...goods.chosen.filter(({ id }) => !ids.has(id)).map(({ id, name }) => ({ value: id as string, label: name })),
  ]
  return { goods, choices }
})

function productIn({ id }: { id?: string | undefined }): ProductId {
  const found = parseId<'product'>(id)
  if (!found) throw new NotFound('product')
  return found
}

export const action = pageAction(
  jobs({
    show: job(setAudience, {
      fields: ({ params }: Route.ActionArgs) => ({ id: productIn(params) }),
      done: ({ name, changed }, { id, audience, restaurantIds }) => {
        const said = !changed
          ? '変更点はありませんでした。'
          : audience === 'everybody'
            ? `「${name}」を、すべての飲食店に公開しました。`
            : `「${name}」を、選択した${restaurantIds.length}店のみに公開しました。`
        return redirectWithFlash(`/farmer/products/audience/${id}`, said)
      },
    }),
  }),
)

/** Who sees a product: all restaurants, or selected ones that have ordered before. */
export default function GoodsAudiencePage({
  loaderData: { goods, choices },
  actionData,
  matches,
}: Route.ComponentProps) {
  const problem = actionData?.problem
  const chosen = problem ? (problem.typed.restaurantIds ?? '').split(',') : goods.chosen.map(({ id }) => id)
  return (
    <>
      <FieldHeader
        facts={matches[1].loaderData.facts}
        back={{ to: `/farmer/products/edit/${goods.id}?step=price`, word: goods.name }}
        line={null}
      >
        <h1 className="text-h2">
          <Head as="span">公開先</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 lg:mx-0 lg:max-w-4xl pb-24 lg:px-8">
        {problem && (
          <Notice tone="akane">
            <span role="alert">{problem.summary}</span>
          </Notice>
        )}
        <Form method="post" className="group/audience grid grid-cols-1 gap-6" key={goods.version}>
          <input type="hidden" name="intent" value="show" />
          <input type="hidden" name="version" value={goods.version} />
          <RadioGroup
            name="audience"
            legend={`「${goods.name}」の公開先`}
            look="cards"
            className="[--choice-least:14rem]"
            defaultValue={problem?.typed.audience ?? goods.audience}
            choices={[
              { value: 'everybody', label: 'すべての飲食店', help: '一覧と検索に表示されます' },
              {
                value: 'chosen',
                label: '選択した飲食店のみ',
                help: '他の飲食店や農園には表示されません',
                off: choices.length === 0,
              },
            ]}
          />
          {choices.length === 0 ? (
            <p className="text-ink-2">選択できるのは、注文実績のある飲食店です。まだありません。</p>
          ) : (
            <div className="group-has-[input[name=audience][value=everybody]:checked]/audience:hidden">
              <CheckboxGroup
                name="restaurantIds"
                legend="公開先"
                help="注文実績のある飲食店です。選択を解除した飲食店は、かごに入っている場合も注文できなくなります。"
                look="cards"
                className="[--choice-least:14rem]"
                defaultValues={chosen}
                choices={choices}
              />
            </div>
          )}
          <p className="flex flex-wrap gap-3">
            <Button size="lg">保存する</Button>
            <ButtonLink kind="line" size="lg" to={`/farmer/products/edit/${goods.id}?step=price`}>
              戻る
            </ButtonLink>
          </p>
        </Form>
      </div>
    </>
  )
}
