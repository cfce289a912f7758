import { SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, Suspense } from 'react'
import type FilterFormPart from '#modules/products/catalog/ui/filter-form.tsx'
import { DetailsMenu } from '#ui/details-menu.tsx'
import '#styles/kit/filter-sheet.css'
import FilterForm from '#modules/products/catalog/ui/filter-form.tsx' with { load: 'later' }

type Props = ComponentProps<typeof FilterFormPart> & { active: number }

/** The button 「絞り込み」 and its sheet, which is a part of the page that can be read and used before the script. */
export const FilterSheet = ({ active, ...form }: Props) => (
  <DetailsMenu
    className="filter-sheet"
    summaryClassName="chip"
    summary={
      <>
        <SlidersHorizontal aria-hidden="true" />
        絞り込み
        {active > 0 && (
          <b className="num">
            {active}
            <span className="visually-hidden">件の条件</span>
          </b>
        )}
      </>
    }
  >
    <Suspense>
      <FilterForm {...form} />
    </Suspense>
  </DetailsMenu>
)
