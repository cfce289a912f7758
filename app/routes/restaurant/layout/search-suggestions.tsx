import { Clock, LayoutGrid, Search, Sprout, Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Suggestion } from '#modules/products/catalog/suggestions.ts'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'
import '#styles/kit/suggestions.css'

type Props = { input: RefObject<HTMLInputElement | null>; id: string }
type Line = Omit<Suggestion, 'kind'> & { kind: Suggestion['kind'] | 'recent' | 'forget' }

/** Milliseconds after the last key before the server is asked. */
const pause = 120

const icons = { word: Search, category: LayoutGrid, product: Search, farm: Sprout, recent: Clock, forget: Trash2 }

/**
 * Below the search field: what begins with the typed text, or recent searches. A combobox by keyboard: the focus stays
 * in the field, the arrows select, Enter opens, Escape closes.
 */
export default function SearchSuggestions({ input, id }: Props) {
  const [lines, setLines] = useState<readonly Line[]>([])
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const navigate = useNavigate()
  const shown = open && lines.length > 0
  const state = useRef({ lines, chosen, shown })
  state.current = { lines, chosen, shown }

  const go = (line: Line) => {
    setOpen(false)
    if (line.kind === 'forget') {
      forgetSearches()
      setLines([])
      return
    }
    if (line.kind === 'word' || line.kind === 'recent') rememberSearch(line.label)
    void navigate(line.to)
  }
  const goTo = useRef(go)
  goTo.current = go

  useEffect(() => {
    const field = input.current
    if (!field) return
    let asked = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const offer = (found: readonly Line[]) => {
      setLines(found)
      setChosen(-1)
      setOpen(document.activeElement === field)
    }
    const ask = async (typed: string) => {
      const turn = ++asked
      const answer = await fetch(`/restaurant/suggestions?q=${encodeURIComponent(typed)}`).catch(() => null)
      const found = answer?.ok ? ((await answer.json()) as Suggestion[]) : []
      if (turn === asked) offer(found)
    }
    const onInput = () => {
      clearTimeout(timer)
      const typed = field.value.trim()
      if (typed === '') {
        asked++
        return offer(recentLines())
      }
      timer = setTimeout(() => void ask(typed), pause)
    }
    const onKey = (event: KeyboardEvent) => {
      const { lines, chosen, shown } = state.current
      // keys during composition belong to the input method; Safari reports that only by the code of the key that ends
      // it
      if (event.isComposing || event.keyCode === 229) return
      if (event.key === 'Escape' && shown) {
        event.preventDefault()
        setOpen(false)
      }
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        if (lines.length === 0) return
        event.preventDefault()
        const step = event.key === 'ArrowDown' ? 1 : -1
        setOpen(true)
        setChosen(
          shown ? ((chosen + 1 + step + lines.length + 1) % (lines.length + 1)) - 1 : step > 0 ? 0 : lines.length - 1,
        )
      }
      const line = lines[chosen]
      if (event.key === 'Enter' && shown && line) {
        event.preventDefault()
        goTo.current(line)
      }
    }
    const close = () => setOpen(false)
    const onFocus = () => field.value.trim() === '' && offer(recentLines())
    const onSubmit = () => {
      rememberSearch(field.value)
      clearTimeout(timer)
      asked++
      close()
    }
    field.addEventListener('input', onInput)
    field.addEventListener('keydown', onKey)
    field.addEventListener('blur', close)
    field.addEventListener('focus', onFocus)
    field.form?.addEventListener('submit', onSubmit)
    if (document.activeElement === field) onInput()
    return () => {
      clearTimeout(timer)
      asked++
      field.removeEventListener('input', onInput)
      field.removeEventListener('keydown', onKey)
      field.removeEventListener('blur', close)
      field.removeEventListener('focus', onFocus)
      field.form?.removeEventListener('submit', onSubmit)
    }
  }, [input])

  useEffect(() => {
    const field = input.current
    if (!field) return
    field.setAttribute('role', 'combobox')
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-expanded', String(shown))
    if (shown) field.setAttribute('aria-controls', id)
    else field.removeAttribute('aria-controls')
    if (shown && chosen >= 0) field.setAttribute('aria-activedescendant', `${id}-${chosen}`)
    else field.removeAttribute('aria-activedescendant')
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [input, id, shown, chosen])

  return (
    <>
      <p role="status" className="visually-hidden">
        {shown && `候補が${lines.length}件あります。上下の矢印キーで選択できます。`}
      </p>
      {shown && (
        <div id={id} role="listbox" aria-label="候補" tabIndex={-1} className="suggestions">
          {lines.map((line, index) => {
            const Icon = icons[line.kind]
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field (aria-activedescendant)
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
              <div
                key={`${line.kind} ${line.to}`}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === chosen}
                // before the field loses the focus
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => go(line)}
              >
                <Icon aria-hidden="true" />
                <span>{line.label}</span>
                {line.note && <small>{line.note}</small>}
              </div>
            )
          })}
        </div>
      )}
    </>
  )
}

function recentLines(): Line[] {
  const words = recentSearches()
  if (words.length === 0) return []
  return [
    ...words.map(
      (label): Line => ({ kind: 'recent', label, note: '', to: `/restaurant/products?q=${encodeURIComponent(label)}` }),
    ),
    { kind: 'forget', label: '検索する言葉を消去', note: '', to: '' },
  ]
}
