import type { ReactNode } from 'react'
import { Kept } from '#ui/kept.tsx'
import { Link } from '#ui/link.tsx'
import { LogoWithName } from '#ui/logo.tsx'

/** The footer of the default layout, also inside メニュー for a farm: rules, legal notice, contact form. */
export function Footer() {
  return (
    <footer className="lazy-h-120 no-print [overflow-clip-margin:0.5rem] border-t border-line bg-surface">
      <Kept
        className="mx-auto grid w-full max-w-[80rem] grid-cols-1 gap-6 px-4 py-8 md:grid-cols-[1fr_auto] md:px-8"
        part={Words}
        of={{}}
      />
    </footer>
  )
}

const Words = () => (
  <>
    <div className="grid content-start gap-2">
      <Link to="/" className="inline-flex w-fit items-center rounded-control text-pine" aria-label="畝と皿 ホーム">
        <LogoWithName />
      </Link>
      <p className="text-sub text-ink-2">飲食店が生産者から直接仕入れる市場です。</p>
    </div>
    <FooterLinks />
  </>
)

/** The links alone, for a page with its own background (the farmer's メニュー). */
export function FooterLinks() {
  return (
    <nav aria-label="サイトの案内" className="grid grid-cols-1 gap-x-8 min-[30rem]:grid-cols-2">
      <Group>
        <Item to="/restaurant/Guide">飲食店の使い方</Item>
        <Item to="/farmer/Guide">生産者の使い方</Item>
        <Item to="/restaurant/Inquiry">お問い合わせ</Item>
      </Group>
      <Group>
        <Item to="/restaurant/law">特定商取引法に基づく表記</Item>
        <Item to="/restaurant/UserPolicy">利用規約</Item>
        <Item to="/restaurant/PrivacyPolicy">プライバシーポリシー</Item>
        <li>
          <a href="/api/docs" className={link}>
            開発者の皆様へ
          </a>
        </li>
      </Group>
    </nav>
  )
}

const link = 'inline-flex min-h-(--target) items-center text-sub text-ink-2 underline-offset-4 hover:underline'

const Group = ({ children }: { children: ReactNode }) => <ul className="grid content-start">{children}</ul>

const Item = ({ to, children }: { to: string; children: string }) => (
  <li>
    <Link to={to} className={link}>
      {children}
    </Link>
  </li>
)
