import { type KeyboardEvent, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatYen } from '#kernel/format.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import type { OpenShoppingList, OpenShoppingListLine } from '../open-list.server.ts'
import { missingToPar, parseLeft } from '../par.ts'
import { useStoredCount } from './stored-count.ts'

type Props = {
  list: OpenShoppingList
  /** What was typed before the script was loaded, or was refused: by field name. */
  typed: Record<string, string>
  fields: Record<string, string>
}

/** The field of a product. */
export const leftName = (productId: string) => `left.${productId}`

/**
 * 棚卸し: the user types what is left, what is missing to the usual quantity is shown beside it, and one press puts that
 * into the cart. Enter and the arrows go from line to line. Without script a second button calculates.
 */
export function StockForm({ list, typed, fields }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [counted, setCounted] = useState(typed)
  const back = useStoredCount(list.id, form)
  const busy = useNavigation().formMethod === 'POST'
  const lines = list.awake.map((line) => {
    const left = parseLeft(counted[leftName(line.productId)])
    return { line, left, missing: left === null ? 0 : missingToPar(line.qty, left, line) }
  })
  const wanted = lines.filter(({ missing }) => missing > 0)
  const totalYen = wanted.reduce((sum, { line, missing }) => sum + missing * line.unitYen, 0)
  return (
    <Form
      ref={form}
      method="post"
      className="grid grid-cols-1 gap-3"
      onInput={({ currentTarget }) => setCounted(textsIn(currentTarget))}
      onKeyDown={goOn}
    >
      <input type="hidden" name="day" value={list.on} />
      {back && (
        <p role="status" className="rounded-control bg-tag-tint px-3 py-2 text-sub">
          前回入力した残数を表示しています。
        </p>
      )}
      <p aria-hidden="true" className="-mb-2 flex justify-end gap-2 pe-3 text-sub font-bold text-ink-2">
        <span className="w-[4rem] text-center">残り</span>
        <span className="w-[4.25rem] text-end">注文数量</span>
      </p>
      <ul className="card">
        {lines.map(({ line, left, missing }) => (
          <li
            key={line.productId}
            className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-3 py-2 first:border-t-0"
          >
            <Row
              line={line}
              left={left}
              missing={missing}
              typed={typed[leftName(line.productId)]}
              error={fields[leftName(line.productId)]}
            />
          </li>
        ))}
      </ul>
      <div className="sticky bottom-2 z-10 flex flex-wrap items-center gap-3 rounded-[18px] border border-line bg-raised p-2 ps-4 shadow-3">
        <p className="min-w-0 grow leading-tight" role="status">
          <span className="block text-caption font-bold">
            {wanted.length}点（税抜{wanted.some(({ line }) => line.catchWeight) && '・概算'}）
          </span>
          <span className="num text-[1.375rem]">{formatYen(totalYen)}</span>
        </p>
        <Button kind="line" size="lg" formMethod="get" className="shrink-0 px-5 [@media(scripting:enabled)]:hidden">
          計算する
        </Button>
        <Button size="lg" busy={busy} className="shrink-0 px-5">
          かごに追加
        </Button>
      </div>
    </Form>
  )
}

type RowProps = {
  line: OpenShoppingListLine
  left: number | null
  missing: number
  typed: string | undefined
  error: string | undefined
}

function Row({ line, left, missing, typed, error }: RowProps) {
  const name = leftName(line.productId)
  return (
    <>
      <span className="w-12 shrink-0 overflow-hidden rounded-control">
        <ProductPicture name={line.picture} alt="" sizes="3rem" className="aspect-square!" />
      </span>
      <span className="min-w-0 grow basis-24 leading-snug">
        <label htmlFor={name} className="block font-bold">
          {line.name}
          <span className="visually-hidden">の残数（{line.unitLabel}）</span>
        </label>
        <span className="text-sub text-ink-2">
          通常 {line.qty}
          {line.unitLabel}
        </span>
        {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
      </span>
      <span className="ms-auto flex items-center gap-2">
        <input
          id={name}
          name={name}
          defaultValue={typed}
          inputMode="decimal"
          enterKeyHint="next"
          autoComplete="off"
          maxLength={6}
          className="field-control num w-[4rem]! px-1! text-center"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${error ? `${name}-error ` : ''}${name}-missing`}
        />
        <span id={`${name}-missing`} className="w-[4.25rem] text-end text-sub leading-tight">
          <Missing line={line} left={left} missing={missing} />
        </span>
      </span>
    </>
  )
}

/** What is missing, and why it may be less than wanted. */
function Missing({ line, left, missing }: Pick<RowProps, 'line' | 'left' | 'missing'>) {
  if (left === null) return <span className="text-ink-2">未入力</span>
  if (left >= line.qty) return <span className="font-bold text-pine">充足</span>
  const less = missing < line.qty - left
  return (
    <>
      <b className="num text-h4 text-kaki-ink">＋{missing}</b>
      {line.unitLabel}
      {less && <span className="block text-caption text-kaki-ink">在庫上限</span>}
    </>
  )
}

const textsIn = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** Enter does not send an incomplete count: it moves to the next line, and after the last one to the button. */
function goOn(event: KeyboardEvent<HTMLFormElement>) {
  const { target, currentTarget, key } = event
  if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
  if (key !== 'Enter' && key !== 'ArrowDown' && key !== 'ArrowUp') return
  event.preventDefault()
  const inputs = [...currentTarget.querySelectorAll<HTMLElement>('input:not([type=hidden]), button:last-of-type')]
  inputs[inputs.indexOf(target) + (key === 'ArrowUp' ? -1 : 1)]?.focus()
}
