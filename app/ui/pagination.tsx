import { Link } from './link.tsx'
import { pageNumbers } from './pagination-numbers.ts'
import '#styles/kit/pagination.css'

type PaginationProps = {
  /** From 1. */
  page: number
  pages: number
  /** The address of a page; the filter stays in it. */
  to: (page: number) => string
  /** What is paged, on a screen with two lists. */
  label?: string
}

/** Nothing is shown for a single page. */
export function Pagination({ page, pages, to, label = 'ページ' }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label} className="pagination">
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev">
          前へ
        </Link>
      )}
      <ol>
        {pageNumbers(page, pages).map((each, index) =>
          each === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name
            <li key={`gap-${index}`}>
              <span aria-hidden="true">…</span>
            </li>
          ) : (
            <li key={each}>
              <Link to={to(each)} aria-label={`${each}ページ`} aria-current={each === page ? 'page' : undefined}>
                {each}
              </Link>
            </li>
          ),
        )}
      </ol>
      {page < pages && (
        <Link to={to(page + 1)} rel="next">
          次へ
        </Link>
      )}
    </nav>
  )
}
