import { ArrowRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { useCameWithDocument } from '#ui/browser-state.ts'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Furrows } from '#ui/market.tsx'
import { Doors } from './entries.tsx'
import { Farms } from './farms.tsx'
import { Harvest } from './harvest.tsx'
import { Steps } from './steps.tsx'

type Props = {
  facts: { farms: number; restaurants: number; prefectures: number }
  today: ComponentProps<typeof Harvest>['today']
  harvest: ComponentProps<typeof Harvest>['goods']
  regions: ComponentProps<typeof Farms>['regions']
}

/** Everything below the field: the two entries, the numbers, the harvest, how it works, where from, how to begin. */
export default function Below({ facts, today, harvest, regions }: Props) {
  return (
    <>
      <div className="mx-auto grid w-full max-w-[80rem] grid-cols-1 gap-12 px-4 pt-6 pb-12 md:gap-20 md:px-8 md:pt-8 md:pb-20">
        <Doors />
        <Facts {...facts} />
        {harvest.length > 0 && (
          <Part
            id="harvest"
            head={
              <Head as="span">
                とれたての
                <wbr />
                食材
              </Head>
            }
            more={<More to="/restaurant/products">食材を検索</More>}
          >
            <Harvest goods={harvest} today={today} />
          </Part>
        )}
        <Part
          id="steps"
          head={
            <Head as="span">
              手順は、
              <wbr />
              3つだけ
            </Head>
          }
          more={<More to="/restaurant/Guide">詳しい使い方</More>}
        >
          <Steps />
        </Part>
        <Part
          id="farms"
          head={
            <Head as="span">
              産地から
              <wbr />
              検索
            </Head>
          }
        >
          <Farms regions={regions} farms={facts.farms} />
        </Part>
      </div>
      <SignUp />
    </>
  )
}

/** Three real numbers, on price cards as used at the market. */
function Facts({
  farms,
  restaurants,
  prefectures: places,
}: {
  farms: number
  restaurants: number
  prefectures: number
}) {
  return (
    <section aria-label="現在の市場">
      <dl className="card grid grid-cols-3 py-3 md:py-5">
        <Fact name="農園" unit="軒" value={farms} />
        <Fact name="飲食店" unit="店" value={restaurants} />
        <Fact name="産地" unit="都道府県" value={places} />
      </dl>
    </section>
  )
}

const Fact = ({ name, unit, value }: { name: string; unit: string; value: number }) => (
  <div className="grid content-start justify-items-center gap-x-3 border-s-3 border-dashed border-line-strong px-1 py-2 text-center first:border-s-0 md:flex md:items-baseline md:justify-center md:py-4">
    <dt className="text-sub font-bold text-ink-2 md:text-lead">{name}</dt>
    <dd className="min-w-0 font-bold">
      <span className="num text-[clamp(1.75rem,7vw,3.25rem)] leading-tight text-pine">{formatNumber(value)}</span>
      <span className="ms-0.5 inline-block text-caption md:text-body">{unit}</span>
    </dd>
  </div>
)

type PartProps = { id: string; head: ReactNode; more?: ReactNode; children: ReactNode }

function Part({ id, head, more, children }: PartProps) {
  return (
    <section
      aria-labelledby={id}
      className={`grid grid-cols-1 gap-4 [overflow-clip-margin:0.5rem] md:gap-6 ${useCameWithDocument() ? 'lazy-h-260 md:lazy-h-135' : ''}`}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="bunsetsu text-h2 md:text-h1">
          {head}
        </h2>
        {more}
      </div>
      {children}
    </section>
  )
}

const More = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="inline-flex min-h-11 items-center gap-2 font-bold text-pine hover:underline">
    {children}
    <ArrowRight aria-hidden="true" size={20} />
  </Link>
)

/** The end of the page: how to begin. */
const SignUp = () => (
  <section
    aria-labelledby="signup"
    className="relative isolate overflow-clip bg-[#17583a] text-white [--focus:#ffd65a]"
  >
    <Furrows className="absolute inset-0 -z-10 size-full opacity-15" />
    <div className="mx-auto grid w-full max-w-[80rem] justify-items-center gap-5 px-4 py-14 text-center md:py-20">
      <h2 id="signup" className="bunsetsu text-h2 md:text-display">
        <Head as="span">
          次の仕入れを、
          <wbr />
          畑から
        </Head>
      </h2>
      <p className="max-w-[34em]">飲食店または農園の情報を入力して申し込みます。所要時間は約15分、登録は無料です。</p>
      <Link
        to="/auth/user-type"
        className="btn bg-white text-[#17583a] shadow-[inset_0_-3px_0_rgb(0_0_0/0.18)]"
        data-size="lg"
      >
        登録する
        <ArrowRight aria-hidden="true" />
      </Link>
      <p>
        <Link to="/auth/signIn" className="inline-flex min-h-11 items-center underline underline-offset-4">
          登録済みの方はサインイン
        </Link>
      </p>
    </div>
  </section>
)
