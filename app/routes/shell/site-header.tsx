import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink } from '#ui/link.tsx'
import { LogoWithName } from '#ui/logo.tsx'

/** The user of a page of the default layout, and their start page. */
export type Viewer = {
  name: string
  home: { to: '/restaurant' | '/farmer' | '/admin' | '/profile' | '/auth/signup/verify-email'; word: string }
} | null

/** 56 px on a phone, 76 px from 768 px: the name, the sign-in, and a menu that opens without script. */
export function SiteHeader({ viewer, menu }: { viewer: Viewer; menu: ReactNode }) {
  return (
    <header className="no-print sticky top-0 z-(--z-header) border-b border-line bg-surface">
      <div className="mx-auto flex min-h-14 w-full max-w-[80rem] flex-wrap items-center gap-x-1 px-4 md:min-h-19 md:px-8">
        <Link to="/" className="me-auto inline-flex min-h-11 items-center rounded-control" aria-label="畝と皿 ホーム">
          <LogoWithName />
        </Link>
        <nav aria-label="主な画面" className="hidden items-center gap-1 md:flex">
          <NavLink to="/restaurant/products" className={bar}>
            <Search aria-hidden="true" size={20} />
            食材を検索
          </NavLink>
          <NavLink to={guideFor(viewer)} className={bar}>
            使い方
          </NavLink>
        </nav>
        {viewer ? (
          <Link to={viewer.home.to} className="btn max-md:hidden" data-kind="pine">
            {viewer.home.word}
          </Link>
        ) : (
          <Link to="/auth/signIn" className="btn max-sm:px-2.5" data-kind="line">
            サインイン
          </Link>
        )}
        {menu}
      </div>
    </header>
  )
}

const bar =
  'inline-flex min-h-11 items-center gap-2 rounded-control px-3 font-bold text-ink-2 hover:bg-sunken aria-[current]:bg-pine-tint aria-[current]:text-pine-ink'

/** A farmer gets the farmers' guide, all others the chefs'. */
export const guideFor = (viewer: Viewer) => (viewer?.home.to === '/farmer' ? '/farmer/Guide' : '/restaurant/Guide')
