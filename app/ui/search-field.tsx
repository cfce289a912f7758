import { Search } from 'lucide-react'

type Props = { id: string; label: string; placeholder: string; defaultValue: string }

/** The words of a search, `q` in the address. Its form has a button: it works without script. */
export const SearchField = ({ id, label, placeholder, defaultValue }: Props) => (
  <div className="relative flex min-w-0 grow items-center">
    <Search aria-hidden="true" size={20} className="pointer-events-none absolute start-3 text-ink-2" />
    <label htmlFor={id} className="visually-hidden">
      {label}
    </label>
    <input
      id={id}
      type="search"
      name="q"
      defaultValue={defaultValue}
      maxLength={100}
      autoComplete="off"
      placeholder={placeholder}
      className="h-11 w-full min-w-0 rounded-control border-[1.5px] border-line-strong bg-surface ps-10 pe-3"
    />
  </div>
)
