import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { SearchField } from '#ui/search-field.tsx'

/** From an address: at most a hundred characters. */
export const wordsIn = (asked: { get(name: string): FormDataEntryValue | null }): string => {
  const q = asked.get('q')
  return typeof q === 'string' ? q.replaceAll('\u0000', '').trim().slice(0, 100) : ''
}

type Props = {
  /** What is searched: 注文. */
  noun: string
  by: string
  q: string
  /** The list without a search. */
  back: string
  /** Hidden fields that the address keeps. */
  children?: ReactNode
}

/** The search of a list of staff, in its address. */
export const StaffSearch = ({ noun, by, q, back, children }: Props) => (
  <search>
    <Form key={q} className="flex flex-wrap items-center gap-2">
      {children}
      <SearchField id="staff-q" label={`${noun}を検索（${by}）`} placeholder={by} defaultValue={q} />
      <Button kind="line">検索</Button>
      {q !== '' && (
        <Link to={back} className="prose-link inline-flex min-h-11 items-center">
          検索を解除
        </Link>
      )}
    </Form>
  </search>
)
