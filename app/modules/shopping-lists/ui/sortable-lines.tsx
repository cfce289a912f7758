import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { IconButton } from '#ui/icon-button.tsx'
import { moved } from '../move-in-order.ts'

type Item = { id: string; name: string; body: ReactNode }

/**
 * Lines that can be reordered by dragging the handle, with a finger or a mouse, or with the two buttons, by keyboard
 * and without script. Each change sends the whole order (`ids`), so that two presses cannot produce an unexpected
 * order.
 */
export function SortableLines({ items, intent, label }: { items: readonly Item[]; intent: string; label: string }) {
  const submit = useSubmit()
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<{ id: string; to: number } | null>(null)
  const ids = items.map(({ id }) => id)
  const shown = drag ? moved(ids, drag.id, drag.to) : ids
  const byId = new Map(items.map((item) => [item.id, item]))

  /** The position among the lines under the finger. */
  function placeAt(y: number): number {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const under = rows.findIndex(({ top, height }) => y < top + height / 2)
    return under === -1 ? rows.length - 1 : under
  }
  const handle = (id: string) => ({
    onPointerDown(event: PointerEvent<HTMLSpanElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ id, to: ids.indexOf(id) })
    },
    onPointerMove(event: PointerEvent<HTMLSpanElement>) {
      if (drag?.id === id) setDrag({ id, to: placeAt(event.clientY) })
    },
    onPointerUp() {
      setDrag(null)
      if (drag && shown.join() !== ids.join()) void submit({ intent, ids: shown.join() }, { method: 'post' })
    },
    onPointerCancel: () => setDrag(null),
  })

  return (
    <ol ref={list} aria-label={label} className="grid grid-cols-1">
      {shown.flatMap((id, place) => {
        const item = byId.get(id)
        if (!item) return []
        const { name, body } = item
        return (
          <li
            key={id}
            className={`flex min-h-16 items-center gap-1 border-t border-line bg-surface py-1 first:border-t-0 ${drag?.id === id ? 'relative z-10 shadow-2' : ''}`}
          >
            <span
              {...handle(id)}
              className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-ink-2 select-none [@media(scripting:none)]:hidden"
            >
              <GripVertical aria-hidden="true" />
            </span>
            <div className="min-w-0 grow">{body}</div>
            <Move
              {...{ ids, id, intent }}
              to={place - 1}
              label={`${name}を上へ`}
              icon={<ArrowUp aria-hidden="true" />}
            />
            <Move
              {...{ ids, id, intent }}
              to={place + 1}
              label={`${name}を下へ`}
              icon={<ArrowDown aria-hidden="true" />}
            />
          </li>
        )
      })}
    </ol>
  )
}

type MoveProps = { ids: readonly string[]; id: string; to: number; intent: string; label: string; icon: ReactNode }

function Move({ ids, id, to, intent, label, icon }: MoveProps) {
  const possible = to >= 0 && to < ids.length
  return (
    <Form method="post" preventScrollReset onSubmit={(event) => !possible && event.preventDefault()}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="ids" value={moved(ids, id, to).join()} />
      <IconButton type="submit" className="shrink-0" label={label} aria-disabled={!possible || undefined}>
        {icon}
      </IconButton>
    </Form>
  )
}
