import type { ReactNode } from 'react'
import { inquiryKinds } from '#kernel/enums.ts'
import { type Phone, phoneText } from '#kernel/phone.ts'
import { Perforation, Slip } from '#ui/market.tsx'
import { kindWord, organisationWord, sides, sideWord } from '../inquiry.ts'
import { type AboutProps, orderText } from './inquiry-fields.tsx'
import { PhotoPicture } from './inquiry-photos.tsx'

type CheckProps = AboutProps & {
  /** In its stored form. */
  phone: Phone | null
  email: string
  /** A button that leads back to this field. */
  change: (field: string, what: string) => ReactNode
}

/** Everything that will be sent, each with its own 変更; the fields themselves are sent as hidden inputs. */
export function InquiryCheck({ typed, formKey, orders, product, photos, phone, email, change }: CheckProps) {
  const kind = inquiryKinds.find((known) => known === typed.kind) ?? 'other'
  const side = sides.find((known) => known === typed.side) ?? 'restaurant'
  const order = orders.find(({ id }) => id === typed.order)
  const signup = kind === 'signup'
  return (
    <Slip className="p-5 md:p-7">
      <dl className="grid">
        <Row what="種類" change={change('kind', '種類')}>
          {kindWord[kind]}
        </Row>
        {signup && (
          <>
            <Row what="登録の種別" change={change('side', '登録の種別')}>
              {sideWord[side]}
            </Row>
            <Row what={organisationWord[side]} change={change('organisation', organisationWord[side])}>
              {typed.organisation}
            </Row>
          </>
        )}
        {!signup && orders.length > 0 && (
          <Row what="注文" change={change('order', '注文')}>
            {order ? orderText(order) : '注文に関係しない'}
          </Row>
        )}
        {!signup && product && (
          <Row what="商品" change={change('product', '商品')}>
            {typed.product === product.id ? `${product.name}（${product.farm}）` : '商品に関係しない'}
          </Row>
        )}
        <Row what="内容" change={change('body', '内容')}>
          <span className="whitespace-pre-line">{typed.body?.trim()}</span>
        </Row>
        <Row what="写真" change={change('photos', '写真')}>
          {photos.length === 0 ? (
            'なし'
          ) : (
            <span className="flex flex-wrap gap-2">
              {photos.map((photo, index) => (
                <PhotoPicture key={photo.key} photo={photo} formKey={formKey} alt={`写真${index + 1}`} />
              ))}
            </span>
          )}
        </Row>
      </dl>
      <Perforation />
      <dl className="grid">
        <Row what="お名前" change={change('name', 'お名前')}>
          {typed.name?.trim()}
        </Row>
        <Row what="メールアドレス" change={change('email', 'メールアドレス')}>
          <span className="break-all">{email}</span>
        </Row>
        <Row what="電話番号" change={change('phone', '電話番号')}>
          {phone ? phoneText(phone) : 'なし'}
        </Row>
      </dl>
    </Slip>
  )
}

function Row({ what, change, children }: { what: string; change: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 border-b border-line py-2 last:border-b-0 sm:grid-cols-[9rem_minmax(0,1fr)_auto]">
      <dt className="col-span-full text-sub text-ink-2 sm:col-span-1 sm:py-2.5">{what}</dt>
      <dd className="min-w-0 py-1 font-bold wrap-anywhere sm:py-2">{children}</dd>
      <dd>{change}</dd>
    </div>
  )
}
