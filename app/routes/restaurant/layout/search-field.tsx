import { Search } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useHydrated } from '#ui/browser-state.ts'
import { Form } from '#ui/fetcher.tsx'
import { lazyPart } from '#ui/later-part.ts'
import { useSlashKey } from './slash-key.ts'

/** Loaded when the user is about to type; without it the field searches on submission. */
const SearchSuggestions = lazyPart(() => import('./search-suggestions.tsx'))

/** The parameters that a new search drops: its words, its kind of food and the page. */
const notKept = new Set(['q', 'item', 'after', 'shown'])

type Props = {
  idPrefix: string
  wishedOn: string | null
  /** Whether the shortcut / focuses this field. */
  slash?: boolean
}

/** Searches products, farms and origins; on the list it keeps the filters that are set. */
export function SearchField({ idPrefix, wishedOn, slash = false }: Props) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const hasKey = useFocusOnSlash(input, slash)
  const here = pathname.toLowerCase() === '/restaurant/products'
  const q = here ? (params.get('q') ?? '') : ''
  const [typing, setTyping] = useState(false)
  // the field may have had the focus before the script was there
  useEffect(() => {
    if (document.activeElement === input.current) setTyping(true)
  }, [])
  const kept = here ? [...params].filter(([name]) => !notKept.has(name)) : [['on', wishedOn] as const]
  return (
    <search className="w-full">
      <Form action="/restaurant/products" className="search-field">
        <Search aria-hidden="true" className="pointer-events-none absolute left-4 text-ink-2" size={22} />
        <label htmlFor={`${idPrefix}-q`} className="visually-hidden">
          食材・農園・産地で検索
        </label>
        <input
          key={q}
          ref={input}
          id={`${idPrefix}-q`}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={100}
          placeholder="食材・農園・産地"
          autoComplete="off"
          enterKeyHint="search"
          aria-keyshortcuts={hasKey ? '/' : undefined}
          onFocus={() => setTyping(true)}
          className="h-12 w-full rounded-full border-[1.5px] border-line-strong bg-surface ps-12 pe-18 placeholder:text-ink-3"
        />
        {kept.map(
          ([name, value]) => value && <input key={`${name}=${value}`} type="hidden" name={name} value={value} />,
        )}
        {hasKey && (
          <span aria-hidden="true" className="key">
            /
          </span>
        )}
        <button
          type="submit"
          data-hides={hasKey || undefined}
          className="absolute right-0.5 min-h-11 rounded-full px-4 text-sub font-bold text-pine hover:bg-pine-tint"
        >
          検索
        </button>
        {typing && (
          <Suspense>
            <SearchSuggestions key={q} input={input} id={`${idPrefix}-suggestions`} />
          </Suspense>
        )}
      </Form>
    </search>
  )
}

/** The shortcut / focuses the field, unless the user is typing or has switched it off. Returns whether it does. */
function useFocusOnSlash(input: RefObject<HTMLInputElement | null>, wanted: boolean): boolean {
  const hydrated = useHydrated()
  const { on } = useSlashKey()
  const listens = wanted && hydrated && on
  useEffect(() => {
    if (!listens) return
    const lead = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey, isComposing } = event
      if (event.key !== '/' || ctrlKey || metaKey || altKey || isComposing || event.defaultPrevented) return
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=dialog]'))
        return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', lead)
    return () => document.removeEventListener('keydown', lead)
  }, [listens, input])
  return listens
}
