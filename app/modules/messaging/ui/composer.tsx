import { ImagePlus, ReceiptJapaneseYen, SendHorizontal, X } from 'lucide-react'
import { type ChangeEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Side } from '#kernel/enums.ts'
import { formatDay } from '#kernel/format.ts'
import { lengthOf } from '#kernel/text.ts'
import { useFinePointer, useHydrated } from '#ui/browser-state.ts'
import { DetailsMenu } from '#ui/details-menu.tsx'
import { shrinkPhoto } from '#ui/fields/shrink-photo.ts'
import { IconButton, iconOnly } from '#ui/icon-button.tsx'
import {
  longestMessage,
  mostPhotos,
  type OrderCardFacts,
  type ProductCardFacts,
  quickReplies,
} from '../conversation.ts'
import { goodsOf } from './conversation-cards.tsx'

export type Written = { text: string; photos: File[]; order: OrderCardFacts | null; product: ProductCardFacts | null }

type Props = {
  mine: Side
  /** The key of the form, for sending without script. */
  formKey: string
  orders: readonly OrderCardFacts[]
  about: { order: OrderCardFacts | null; product: ProductCardFacts | null }
  /** What was typed and could not be sent, without script. */
  typed: string
  /** The name under which the browser stores the draft. */
  draftName: string
  onSend: (written: Written) => void
  onTyping: () => void
}

type Chosen = { id: string; file: File; preview: string | null }

/**
 * The message field. Enter makes a new line, and sends only if the user has chosen that; never while an input method is
 * converting.
 */
export function Composer({ mine, formKey, orders, about, typed, draftName, onSend, onTyping }: Props) {
  const hydrated = useHydrated()
  const [text, setText] = useState(typed)
  const [photos, setPhotos] = useState<readonly Chosen[]>([])
  const [order, setOrder] = useState(about.order)
  const [product, setProduct] = useState(about.product)
  const field = useRef<HTMLTextAreaElement>(null)
  const enterSends = useEnterSends()

  useEffect(() => {
    setText((typed) => typed || kept(draftName))
    // what was typed before the script was loaded
    const early = field.current?.value
    if (early) setText(early)
  }, [draftName])

  const type = (typed: string) => {
    setText(typed)
    keep(draftName, typed)
    if (typed !== '') onTyping()
  }

  const empty = text.trim() === '' && photos.length === 0 && !order && !product
  const tooMany = lengthOf(text) - longestMessage
  function send(said = text) {
    // text that is too long stays in the field, where it can be shortened
    if (said === text && (empty || tooMany > 0)) return field.current?.focus()
    onSend({ text: said.trim() === '' ? '' : said.trimEnd(), photos: photos.map(({ file }) => file), order, product })
    if (said === text) type('')
    setPhotos([])
    setOrder(null)
    setProduct(null)
    field.current?.focus()
  }

  function pressed(event: KeyboardEvent<HTMLTextAreaElement>) {
    // 229: browsers that report the conversion's last Enter after it has ended
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
    if (!(event.ctrlKey || event.metaKey || (enterSends.on && !event.shiftKey))) return
    event.preventDefault()
    send()
  }

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])].slice(0, mostPhotos - photos.length)
    target.value = ''
    for (const file of files) {
      const ready = await shrinkPhoto(file)
      setPhotos((before) => [...before, { id: crypto.randomUUID(), ...ready }])
    }
  }

  return (
    <form
      method="post"
      encType="multipart/form-data"
      className="composer"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send()
      }}
    >
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="key" value={formKey} />
      {hydrated && text === '' && (
        <fieldset className="quick-replies" aria-label="定型文">
          {quickReplies[mine].map((reply) => (
            <button key={reply} type="button" className="chip" onClick={() => send(reply)}>
              {reply}
            </button>
          ))}
        </fieldset>
      )}
      {order && (
        <p className="composer-about">
          <input type="hidden" name="orderId" value={order.id} />
          <ReceiptJapaneseYen aria-hidden="true" size={18} className="shrink-0" />
          <span className="min-w-0 grow truncate">
            この注文について：{formatDay(order.deliveryOn)} {goodsOf(order)}
          </span>
          <Off label="注文の添付を解除" onPress={() => setOrder(null)} />
        </p>
      )}
      {product && (
        <p className="composer-about">
          <input type="hidden" name="productId" value={product.id} />
          <span className="min-w-0 grow truncate">この商品について：{product.name}</span>
          <Off label="商品の添付を解除" onPress={() => setProduct(null)} />
        </p>
      )}
      {photos.length > 0 && (
        <ul className="composer-photos" aria-label="送信する写真">
          {photos.map(({ id, file, preview }, index) => (
            <li key={id}>
              {preview ? (
                <img src={preview} alt={`写真 ${index + 1}`} />
              ) : (
                <span className="text-caption">{file.name}</span>
              )}
              <Off
                label={`写真 ${index + 1}を削除`}
                onPress={() => setPhotos((before) => before.filter((photo) => photo.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {tooMany > 0 && (
        <p role="alert" className="text-sub text-akane">
          {tooMany}文字多いため、送信できません。短くするか、2つに分けてください。
        </p>
      )}
      <div className="composer-line">
        <label className="icon-btn composer-file">
          <ImagePlus aria-hidden="true" />
          <input
            type="file"
            name="photos"
            accept="image/*"
            multiple
            {...iconOnly(`写真を添付（${mostPhotos}枚まで）`)}
            onChange={hydrated ? choose : undefined}
          />
        </label>
        {orders.length > 0 && hydrated && (
          <DetailsMenu
            className="composer-orders"
            summary={<ReceiptJapaneseYen aria-hidden="true" />}
            label="注文を添付"
          >
            <p className="px-2 text-caption text-ink-2">対象の注文を選択してください</p>
            {orders.map((one) => (
              <button
                key={one.id}
                type="button"
                className="menu-row"
                onClick={(event) => {
                  setOrder(one)
                  event.currentTarget.closest('details')?.removeAttribute('open')
                  field.current?.focus()
                }}
              >
                <span className="grid min-w-0 text-start">
                  <span className="truncate">{goodsOf(one)}</span>
                  <span className="text-caption font-normal">
                    {formatDay(one.deliveryOn)}お届け・{one.number}
                  </span>
                </span>
              </button>
            ))}
          </DetailsMenu>
        )}
        <label htmlFor="message" className="visually-hidden">
          メッセージ
        </label>
        <textarea
          ref={field}
          id="message"
          name="text"
          rows={2}
          className="field-control composer-text"
          maxLength={longestMessage * 2}
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={pressed}
          enterKeyHint={enterSends.on ? 'send' : 'enter'}
        />
        <button type="submit" className="btn composer-send" data-kind="pine" data-size="md" {...iconOnly('送信')}>
          <SendHorizontal aria-hidden="true" />
        </button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {hydrated && enterSends.offered && (
          <label className="composer-setting">
            <input type="checkbox" checked={enterSends.on} onChange={({ target }) => enterSends.turn(target.checked)} />
            Enterキーで送信（オフの場合は Ctrl＋Enter）
          </label>
        )}
        {text !== '' && (
          <p className="ms-auto text-caption text-ink-2">
            {lengthOf(text)}／{longestMessage}文字
          </p>
        )}
      </div>
    </form>
  )
}

const Off = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <IconButton label={label} onClick={onPress}>
    <X aria-hidden="true" size={18} />
  </IconButton>
)

const settingName = 'talk-enter-sends'

/** Whether Enter sends: a setting of this browser, offered where there is a keyboard. Never on phones. */
function useEnterSends() {
  const offered = useFinePointer()
  const [on, setOn] = useState(false)
  useEffect(() => setOn(kept(settingName) === 'yes'), [])
  return {
    offered,
    on: on && offered,
    turn(to: boolean) {
      setOn(to)
      keep(settingName, to ? 'yes' : '')
    },
  }
}

function kept(name: string): string {
  try {
    return localStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

function keep(name: string, value: string): void {
  try {
    if (value === '') localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // this browser stores nothing
  }
}
