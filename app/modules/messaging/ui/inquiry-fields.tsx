import { ImagePlus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatDay, formatYen } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { phoneText } from '#kernel/phone.ts'
import { inquiryKinds } from '#kernel/words.ts'
import { type PhotoKey, photoFileName } from '#modules/photos/photo.ts'
import { FieldError, SelectField, TextArea, TextField } from '#ui/field.tsx'
import { inquiryLength, kindWord, mostPhotos, sides, sideWord } from '../inquiry.ts'
import type { AskableOrder, inquiryWriter } from '../inquiry-queries.server.ts'

export type ShownPhoto = { key: PhotoKey; width: number; height: number }
export type FieldsProps = {
  /** What was typed; from the first look on what we know of the writer. */
  typed: Record<string, string>
  errors: Record<string, string>
  formKey: string
  writer: Awaited<ReturnType<typeof inquiryWriter>>
  orders: readonly AskableOrder[]
  product: { id: string; name: string; farm: string } | null
  photos: readonly ShownPhoto[]
}

/** The place of a field on the page, for links of the summary and of 変更. */
export const fieldId = (name: string) => `inquiry-${name}`

/** All fields of the question. Which of them count is decided by the kind, with CSS alone. */
export function InquiryFields({ typed, errors, formKey, writer, orders, product, photos }: FieldsProps) {
  const error = (name: string) => errors[name]
  return (
    <>
      <Choices legend="どのことについてですか" name="kind" error={error('kind')}>
        {inquiryKinds.map((kind) => (
          <Choice key={kind} name="kind" value={kind} chosen={typed.kind} invalid={error('kind') !== undefined}>
            {kindWord[kind]}
          </Choice>
        ))}
      </Choices>

      <div className="hidden gap-5 rounded-card border border-line bg-kraft-tint p-4 group-has-[[value=signup]:checked]/inquiry:grid">
        <Choices legend="どちらで登録しますか" name="side" error={error('side')}>
          {sides.map((side) => (
            <Choice key={side} name="side" value={side} chosen={typed.side} invalid={error('side') !== undefined}>
              {sideWord[side]}
            </Choice>
          ))}
        </Choices>
        <TextField
          id={fieldId('organisation')}
          label="店・農園の名前"
          need="required"
          name="organisation"
          maxLength={80}
          autoComplete="organization"
          defaultValue={typed.organisation}
          error={error('organisation')}
        />
      </div>

      <div
        className="grid gap-5 group-has-[[value=signup]:checked]/inquiry:hidden"
        hidden={orders.length === 0 && !product}
      >
        {orders.length > 0 && (
          <SelectField
            id={fieldId('order')}
            label="どの注文ですか"
            need="optional"
            name="order"
            defaultValue={typed.order ?? ''}
            error={error('order')}
          >
            <option value="">注文とは関係ない</option>
            {orders.map((order) => (
              <option key={order.id} value={order.id}>
                {orderText(order)}
              </option>
            ))}
          </SelectField>
        )}
        {product && (
          <label className="flex min-h-14 items-center gap-3 rounded-control border border-line bg-kraft-tint px-4 py-2">
            <input
              id={fieldId('product')}
              type="checkbox"
              name="product"
              value={product.id}
              defaultChecked={typed.key === undefined || typed.product === product.id}
              className="size-6 accent-pine"
            />
            <span>
              <b>{product.name}</b>（{product.farm}）について
            </span>
          </label>
        )}
      </div>

      <TextArea
        id={fieldId('body')}
        label="内容"
        need="required"
        name="body"
        help={`いつ、どの品が、どうだったか、わかるところまで（${inquiryLength.least}〜4,000文字）`}
        rows={8}
        required
        minLength={inquiryLength.least}
        maxLength={inquiryLength.most}
        defaultValue={typed.body}
        error={error('body')}
      />

      <PhotoChoice photos={photos} formKey={formKey} error={error('photos')} />

      <TextField
        id={fieldId('name')}
        label="お名前"
        need="required"
        name="name"
        required
        maxLength={60}
        autoComplete="name"
        defaultValue={typed.name ?? writer?.name}
        error={error('name')}
        className="max-w-96"
      />
      <TextField
        id={fieldId('email')}
        label="メールアドレス"
        need="required"
        name="email"
        help="お返事はこのアドレスへ送ります"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        defaultValue={typed.email ?? writer?.email}
        error={error('email')}
      />
      <TextField
        id={fieldId('phone')}
        label="電話番号"
        need="optional"
        name="phone"
        help="急ぎのときにお電話します"
        type="tel"
        maxLength={20}
        autoComplete="tel"
        defaultValue={typed.phone ?? (writer?.phone ? phoneText(writer.phone) : undefined)}
        error={error('phone')}
        className="max-w-72"
      />
    </>
  )
}

/** 11月21日(土) 佐藤農園 大玉トマトほか2品 ¥12,340 */
export const orderText = ({ placedAt, withWhom, firstGoods, moreGoods, totalYen }: AskableOrder): string =>
  `${formatDay(jstDateOf(placedAt))} ${withWhom} ${firstGoods}${moreGoods > 0 ? `ほか${moreGoods}品` : ''} ${formatYen(totalYen)}`

function Choices({
  legend,
  name,
  error,
  children,
}: {
  legend: string
  name: string
  error: string | undefined
  children: ReactNode
}) {
  const errorId = useId()
  return (
    <fieldset id={fieldId(name)} tabIndex={-1} className="field min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5">
        {legend}
        <span className="required">必須</span>
      </legend>
      <div className="grid grid-cols-1 gap-2 min-[22rem]:grid-cols-2 md:grid-cols-3">{children}</div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

function Choice({
  name,
  value,
  chosen,
  invalid,
  children,
}: {
  name: string
  value: string
  chosen: string | undefined
  invalid: boolean
  children: ReactNode
}) {
  return (
    <label
      className={`flex min-h-14 cursor-pointer items-center gap-2.5 rounded-control border-[1.5px] bg-surface px-3.5 py-2 font-bold has-checked:border-pine has-checked:bg-pine-tint has-checked:shadow-[inset_0_0_0_1px_var(--pine)] ${invalid ? 'border-akane' : 'border-line-strong'}`}
    >
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={chosen === value}
        className="size-5 shrink-0 accent-pine"
      />
      {children}
    </label>
  )
}

/** Photos that are here already stay unless unticked; more can be chosen until there are four. */
function PhotoChoice({
  photos,
  formKey,
  error,
}: {
  photos: readonly ShownPhoto[]
  formKey: string
  error: string | undefined
}) {
  const id = fieldId('photos')
  const room = mostPhotos - photos.length
  return (
    <div className="field">
      {photos.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="font-bold">おあずかりした写真</legend>
          <ul className="mt-1.5 flex flex-wrap gap-3">
            {photos.map((photo, index) => (
              <li key={photo.key} className="w-36">
                <PhotoPicture photo={photo} formKey={formKey} alt={`写真${index + 1}`} />
                <label className="flex min-h-11 items-center gap-2">
                  <input type="checkbox" name={`photo.${photo.key}`} defaultChecked className="size-5 accent-pine" />
                  写真{index + 1}を送る
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {room > 0 ? (
        <>
          <label htmlFor={id}>
            {photos.length > 0 ? '写真をたす' : '写真'}
            <span className="optional">任意</span>
          </label>
          <p id={`${id}-help`} className="field-help">
            傷みや箱のようすがわかる写真（あと{room}枚、1枚10MBまで）。場所などの記録は消してから保存します
          </p>
          <label className="relative flex min-h-16 cursor-pointer flex-wrap items-center gap-3 rounded-control border-2 border-dashed border-line-strong bg-sunken px-4 py-3">
            <ImagePlus aria-hidden="true" className="shrink-0" />
            <input
              id={id}
              type="file"
              name="photos"
              multiple={room > 1}
              accept="image/jpeg,image/png,image/webp"
              aria-label="写真"
              aria-invalid={error ? true : undefined}
              aria-describedby={`${id}-help${error ? ` ${id}-error` : ''}`}
              className="max-w-full min-w-0"
            />
          </label>
        </>
      ) : (
        <p className="field-help">写真は{mostPhotos}枚までです。ほかの写真にするときは、チェックをはずしてください</p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export function PhotoPicture({ photo, formKey, alt }: { photo: ShownPhoto; formKey: string; alt: string }) {
  return (
    <img
      src={`/media/${photoFileName(photo.key, 'small')}?form=${encodeURIComponent(formKey)}`}
      alt={alt}
      width={photo.width}
      height={photo.height}
      className="photo aspect-4/3 w-36 rounded-control border border-line object-cover"
    />
  )
}
