import { LogIn, MessageCirclePlus } from 'lucide-react'
import { redirect } from 'react-router'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import type { Route } from './+types/doors.ts'
import { FieldPanel } from './field-panel.tsx'

export const meta = () => ownMeta('サインインと登録')

/** Somebody who is signed in has nothing to choose here. */
export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  if (ctx.actor.kind === 'buyer') throw redirect('/restaurant')
  if (ctx.actor.kind === 'farm') throw redirect('/farmer')
  return null
})

/** The two ways in: with an account, and without one. */
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
        <section className="card grid content-between gap-4 p-5 text-ink">
          <div className="grid gap-2">
            <h2 className="flex items-center gap-2">
              <LogIn aria-hidden="true" className="text-pine" />
              <Head as="span" className="text-h3">
                登録ずみの方
              </Head>
            </h2>
            <p>メールアドレスとパスワードで入ります。飲食店も生産者も同じ入口です。</p>
          </div>
          <Link to="/auth/signIn" className="btn" data-kind="pine" data-size="lg">
            サインイン
          </Link>
        </section>
        <section className="card grid content-between gap-4 p-5 text-ink">
          <div className="grid gap-2">
            <h2 className="flex items-center gap-2">
              <MessageCirclePlus aria-hidden="true" className="text-pine" />
              <Head as="span" className="text-h3">
                はじめての方
              </Head>
            </h2>
            <p>お店や農園の名前とご連絡先をお知らせください。担当者が登録の手順をご案内します。</p>
          </div>
          <Link to="/restaurant/Inquiry?kind=signup" className="btn" data-kind="line" data-size="lg">
            登録の相談をする
          </Link>
        </section>
      </div>
    </FieldPanel>
  )
}
