import { LogIn, type LucideIcon, NotebookPen } from 'lucide-react'
import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { ownHome } from '#web/own-home.server.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/entries.ts'
import { FieldPanel } from './field-panel.tsx'

export const meta = () => ownMeta('サインインと登録')

/** A signed-in user has nothing to choose here. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const home = await ownHome(ctx, request)
  if (home) throw redirect(home)
  return null
})

/** The two options: with an account, and without one. */
export default function AuthPage() {
  return (
    <FieldPanel wide>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          サインインと
          <wbr />
          登録
        </Head>
      </h1>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Door
          icon={LogIn}
          title={
            <Head as="span" className="text-h3">
              登録済みの方
            </Head>
          }
          words="登録した方法（メールアドレスとパスワード、パスキーなど）でサインインします。飲食店も生産者も入口は共通です。"
          to="/auth/signIn"
          kind="pine"
        >
          サインイン
        </Door>
        <Door
          icon={NotebookPen}
          title={
            <Head as="span" className="text-h3">
              初めての方
            </Head>
          }
          words="飲食店または農園の情報を入力して申し込みます。所要時間は15分ほどで、中断しても途中から再開できます。"
          to="/auth/user-type"
          kind="line"
        >
          登録する
        </Door>
      </div>
    </FieldPanel>
  )
}

type DoorProps = {
  icon: LucideIcon
  title: ReactNode
  words: string
  to: string
  kind: 'pine' | 'line'
  /** The label of the button. */
  children: ReactNode
}

/** Its target group, what it offers, and the button at the bottom, aligned with its neighbour's. */
const Door = ({ icon: Icon, title, words, to, kind, children }: DoorProps) => (
  <section className="card grid content-between gap-4 p-5 text-ink">
    <div className="grid gap-2">
      <h2 className="flex items-center gap-2">
        <Icon aria-hidden="true" className="text-pine" />
        {title}
      </h2>
      <p>{words}</p>
    </div>
    <ButtonLink to={to} kind={kind} size="lg">
      {children}
    </ButtonLink>
  </section>
)
