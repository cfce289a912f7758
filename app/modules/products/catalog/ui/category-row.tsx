import { Sprout } from 'lucide-react'
import type { FocusEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { categories } from '#kernel/enums.ts'
import { Kept } from '#ui/kept.tsx'
import { Link } from '#ui/link.tsx'
import { categoryWord } from '../catalog-labels.ts'

const look =
  'grid min-h-11 min-w-12 shrink-0 justify-items-center gap-0.5 border-b-4 border-transparent px-3 pt-2 pb-1.5 text-sub font-bold whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-pine aria-[current]:text-ink forced-colors:border-[Canvas] forced-colors:aria-[current]:border-[Highlight] lg:flex lg:items-center lg:gap-2 lg:px-4 lg:py-2.5'

/** Browsers consider one visible pixel of the focused element enough; users do not. */
const intoView = ({ currentTarget }: FocusEvent<HTMLElement>) =>
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** The categories, each with its picture; keeps the chosen day and season. */
export function CategoryRow({ wishedOn }: { wishedOn: string | null }) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const onList = pathname.toLowerCase() === '/restaurant/products'
  return (
    <nav
      aria-label="分類"
      className={`border-b border-line bg-surface print:hidden ${onList ? '' : 'hidden lg:block'}`}
    >
      <Kept
        as="ul"
        className="mx-auto flex max-w-[90rem] gap-1 overflow-x-auto px-2 [scrollbar-width:none] lg:px-6"
        part={Links}
        of={{
          chosen: onList ? params.get('category') : undefined,
          on: onList ? params.get('on') : wishedOn,
          inSeason: onList && Boolean(params.get('season')),
        }}
      />
    </nav>
  )
}

type LinksProps = {
  /** Null: all; undefined: on another page. */
  chosen: string | null | undefined
  on: string | null
  inSeason: boolean
}

function Links({ chosen, on, inSeason }: LinksProps) {
  const to = (category: string | null) => {
    const next = new URLSearchParams()
    if (category) next.set('category', category)
    if (on) next.set('on', on)
    if (inSeason) next.set('season', '1')
    return next.size > 0 ? `/restaurant/products?${next}` : '/restaurant/products'
  }
  return (
    <>
      <li>
        <Link to={to(null)} className={look} onFocus={intoView} aria-current={chosen === null ? 'page' : undefined}>
          <span className="grid size-9 place-items-center lg:size-7">
            <Sprout aria-hidden="true" />
          </span>
          すべて
        </Link>
      </li>
      {categories.map((category) => (
        <li key={category}>
          <Link
            to={to(category)}
            className={look}
            onFocus={intoView}
            aria-current={chosen === category ? 'page' : undefined}
          >
            <img
              src={`/pictures/category-${category}.webp`}
              alt=""
              width="36"
              height="36"
              loading="lazy"
              className="photo size-9 object-contain lg:size-7"
            />
            {categoryWord[category]}
          </Link>
        </li>
      ))}
    </>
  )
}
