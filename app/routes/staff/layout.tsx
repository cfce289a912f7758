import { ClipboardList } from 'lucide-react'
import { data, Form, NavLink, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { Head } from '#ui/head.tsx'
import { Logo } from '#ui/logo.tsx'
import { Notice } from '#ui/notice.tsx'
import { takeNotice } from '../notice.server.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/layout.ts'
import { requireStaff } from './require-staff.server.ts'

export const handle = { role: 'admin' }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { name } = requireStaff(ctx)
  const { notice, headers } = await takeNotice(request)
  return data({ name, notice }, { headers })
})

export const shouldRevalidate = ({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) => actionStatus < 400

const item =
  'flex min-h-11 items-center gap-3 rounded-control px-3 font-bold text-white aria-[current]:bg-white aria-[current]:text-[#22304a]'

export default function StaffLayout({ loaderData: { name, notice } }: Route.ComponentProps) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
      <header className="no-print flex flex-wrap items-center gap-2 bg-[#22304a] p-3 text-white [--focus:#fff] lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:flex-nowrap lg:items-stretch">
        <p className="flex items-center gap-2 px-2 lg:mb-3">
          <Logo />
          <Head as="span" className="text-h4">
            管理
          </Head>
        </p>
        <nav aria-label="管理メニュー" className="grow">
          <NavLink to="/admin/orders" className={item}>
            <ClipboardList size={20} aria-hidden="true" />
            注文
          </NavLink>
        </nav>
        <div className="flex items-center gap-3 lg:grid lg:gap-2">
          <p className="px-2 text-sub">{name}</p>
          <Form method="post" action="/auth/signOut">
            <button type="submit" className={`${item} w-full border border-white/40`}>
              サインアウト
            </button>
          </Form>
        </div>
      </header>
      <main id="main" className="min-w-0 p-4 lg:p-6">
        {notice && (
          <Notice tone="matcha" className="mb-4">
            {notice}
          </Notice>
        )}
        <Outlet />
      </main>
    </div>
  )
}
