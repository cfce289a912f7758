import type { Key } from 'react'
import { inquiryKinds } from '#kernel/enums.ts'
import { formatDay, formatYen } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { phoneText } from '#kernel/phone.ts'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { inquiryLength, kindWord, sides, sideWord } from '../inquiry.ts'
import type { AskableOrder, inquiryWriter } from '../inquiry-queries.server.ts'
import { InquiryPhotos, type ShownPhoto } from './inquiry-photos.tsx'

/** What the question is about, on both steps. */
export type AboutProps = {
  /** What was typed; initially only what the address of the page contains. */
  typed: Record<string, string>
  formKey: string
  orders: readonly AskableOrder[]
  product: { id: string; name: string; farm: string } | null
  photos: readonly ShownPhoto[]
}
type Props = AboutProps & {
  errors: Record<string, string>
  /** What we know about the writer, until they type something else. */
  writer: Awaited<ReturnType<typeof inquiryWriter>>
  /** Another key empties the field for photos: its photos have been stored or refused. */
  photosKey: Key
}

/** The id of a field on the page, for links from the summary and 変更. */
export const fieldId = (name: string) => `inquiry-${name}`

const kindChoices = inquiryKinds.map((kind) => ({ value: kind, label: kindWord[kind] }))
const sideChoices = sides.map((side) => ({ value: side, label: sideWord[side] }))
const cards = 'min-w-0 [--choice-least:9rem] md:[--choice-least:11rem]'

/** All fields of the question. The kind decides which of them count, with CSS alone. */
export function InquiryFields({ typed, errors, formKey, writer, orders, product, photos, photosKey }: Props) {
  const common = (name: string) => ({ id: fieldId(name), name, error: errors[name] })
  const written = (name: string, known?: string) => ({ ...common(name), defaultValue: typed[name] ?? known })
  return (
    <>
      <RadioGroup
        {...written('kind')}
        legend="お問い合わせの種類"
        need="required"
        look="cards"
        className={cards}
        choices={kindChoices}
      />

      <div className="hidden gap-5 rounded-card border border-line bg-kraft-tint p-4 group-has-[[value=signup]:checked]/inquiry:grid">
        <RadioGroup
          {...written('side')}
          legend="登録の種別"
          need="required"
          look="cards"
          className={cards}
          choices={sideChoices}
        />
        <TextField
          {...written('organisation')}
          label="店名・農園名"
          need="required"
          maxLength={80}
          autoComplete="organization"
        />
      </div>

      <div
        className="grid gap-5 group-has-[[value=signup]:checked]/inquiry:hidden"
        hidden={orders.length === 0 && !product}
      >
        {orders.length > 0 && (
          <SelectField {...written('order', '')} label="対象の注文" need="optional">
            <option value="">注文に関係しない</option>
            {orders.map((order) => (
              <option key={order.id} value={order.id}>
                {orderText(order)}
              </option>
            ))}
          </SelectField>
        )}
        {product && (
          <Checkbox
            {...common('product')}
            className="rounded-control border border-line bg-kraft-tint px-3 py-1"
            value={product.id}
            defaultChecked={typed.key === undefined || typed.product === product.id}
            label={
              <span>
                <b>{product.name}</b>（{product.farm}）について
              </span>
            }
          />
        )}
      </div>

      <TextArea
        {...written('body')}
        label="内容"
        need="required"
        help={`いつ、どの商品が、どのような状態か、わかる範囲で入力してください（${inquiryLength.least}文字以上）`}
        rows={6}
        style={{ minHeight: 'calc(6lh + 1.5rem)' }}
        least={inquiryLength.least}
        limit={inquiryLength.most}
      />

      <InquiryPhotos key={photosKey} id={fieldId('photos')} photos={photos} formKey={formKey} error={errors.photos} />

      <TextField
        {...written('name', writer?.name)}
        label="お名前"
        need="required"
        maxLength={60}
        autoComplete="name"
        chars={20}
      />
      <EmailField
        {...written('email', writer?.email ?? undefined)}
        label="メールアドレス"
        need="required"
        help="このアドレス宛てに回答します"
        maxLength={254}
      />
      <PhoneField
        {...written('phone', writer?.phone ? phoneText(writer.phone) : undefined)}
        label="電話番号"
        need="optional"
        help="お急ぎの場合にお電話します"
        maxLength={20}
      />
    </>
  )
}

/** 11月21日(土) 佐藤農園 大玉トマト他2点 ¥12,340 */
export const orderText = ({ placedAt, withWhom, firstGoods, moreGoods, totalYen }: AskableOrder): string =>
  `${formatDay(jstDateOf(placedAt))} ${withWhom} ${firstGoods}${moreGoods > 0 ? `他${moreGoods}点` : ''} ${formatYen(totalYen)}`
