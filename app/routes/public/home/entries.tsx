import { ArrowRight, ChefHat, type LucideIcon, Sprout } from 'lucide-react'
import type { ReactNode } from 'react'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'

/** The two entries, for restaurants and farms. */
export function Doors() {
  return (
    <nav aria-label="入口" className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6">
      <Door
        Icon={ChefHat}
        category="fruitveg"
        name={<Head as="h2">飲食店の方</Head>}
        what="農園を選び、お届け日まで一度に指定。"
        to="/auth/signIn?returnTo=/restaurant"
        signUp="/auth/user-type?side=restaurant"
      />
      <Door
        Icon={Sprout}
        category="leaf"
        name={<Head as="h2">生産者の方</Head>}
        what="回答・箱詰め・出荷の3ステップ。"
        to="/auth/signIn?returnTo=/farmer"
        signUp="/auth/user-type?side=farm"
      />
    </nav>
  )
}

type DoorProps = { Icon: LucideIcon; category: string; name: ReactNode; what: string; to: string; signUp: string }

function Door({ Icon, category, name, what, to, signUp }: DoorProps) {
  return (
    <section className="card relative grid shadow-2" data-category={category}>
      <div className="carton-lines" aria-hidden="true" />
      <div className="flex flex-wrap items-center gap-4 px-4 pt-4 md:px-6 md:pt-6">
        <span className="grid size-16 shrink-0 place-items-center rounded-carton border border-kraft-line bg-kraft-tint text-kraft-ink">
          <Icon aria-hidden="true" size={38} strokeWidth={1.75} />
        </span>
        <div className="min-w-0 grow basis-36">
          <div className="text-h2">{name}</div>
          <p className="text-ink-2">{what}</p>
        </div>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2 p-4 md:p-6 md:pt-5">
        <Link to={to} className="btn px-2" data-kind="pine" data-size="lg">
          サインイン
          <ArrowRight aria-hidden="true" />
        </Link>
        <Link to={signUp} className="btn px-2" data-kind="line" data-size="lg">
          初めての方
        </Link>
      </div>
    </section>
  )
}
