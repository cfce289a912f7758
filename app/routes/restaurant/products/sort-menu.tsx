import { ArrowDownUp, Check } from 'lucide-react'
import { type ProductSort, productSorts, sortWord } from '#modules/products/catalog/product-sort.ts'
import { DetailsMenu } from '#ui/details-menu.tsx'
import { Kept } from '#ui/kept.tsx'
import { Link } from '#ui/link.tsx'

type Props = { chosen: ProductSort; offered: (sort: ProductSort) => boolean; to: (sort: ProductSort) => string }

/** The sort orders of the list as links, and how the first of them is calculated. */
export const SortMenu = ({ chosen, offered, to }: Props) => (
  <DetailsMenu
    summaryClassName="chip"
    summary={
      <>
        <ArrowDownUp aria-hidden="true" />
        <span className="visually-hidden">並び順：{sortWord[chosen]}</span>
        <span aria-hidden="true" className={chosen === 'recommended' ? 'max-lg:hidden' : ''}>
          {sortWord[chosen]}
        </span>
      </>
    }
  >
    <Kept
      as="ul"
      part={Sorts}
      of={{ chosen, links: productSorts.filter(offered).map((sort) => ({ sort, address: to(sort) })) }}
    />
  </DetailsMenu>
)

const Sorts = ({ chosen, links }: { chosen: ProductSort; links: { sort: ProductSort; address: string }[] }) => (
  <>
    {links.map(({ sort, address }) => (
      <li key={sort}>
        <Link to={address} className="menu-item" aria-current={sort === chosen ? 'true' : undefined}>
          <Check aria-hidden="true" className={sort === chosen ? '' : 'invisible'} />
          {sortWord[sort]}
        </Link>
      </li>
    ))}
    <li className="border-t border-line">
      <Link to="/restaurant/Guide#sort" className="menu-item text-sub">
        並び順について
      </Link>
    </li>
  </>
)
