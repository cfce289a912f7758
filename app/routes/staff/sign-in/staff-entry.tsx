import type { ReactNode } from 'react'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Logo } from '#ui/logo.tsx'

/** The background of the staff sign-in pages: plain, with the dark edge of the menu. */
export const StaffEntry = ({
  title,
  children,
  wide = false,
}: {
  title: ReactNode
  children: ReactNode
  wide?: boolean
}) => (
  <main id="main" className="grid min-h-dvh content-center justify-items-center gap-6 bg-bg p-4">
    <p className="flex items-center gap-3">
      <Logo />
      <Head as="span" className="text-h3">
        管理
      </Head>
    </p>
    <section
      className={`w-full rounded-card border border-line border-t-8 border-t-[#22304a] bg-surface p-6 shadow-1 sm:p-8 ${wide ? 'max-w-2xl' : 'max-w-md'}`}
    >
      <h1 className="mb-5">{title}</h1>
      {children}
    </section>
    <p className="text-sub text-ink-2">
      <Link to="/" className="prose-link inline-flex min-h-11 items-center">
        飲食店・生産者の方はこちら
      </Link>
    </p>
  </main>
)
