import type { ReactNode } from 'react'
import { type Carrier, carriers } from '#kernel/enums.ts'
import type { JstDate } from '#kernel/jst.ts'
import { mostInFile } from '#modules/delivery/carrier-files/most-in-file.ts'
import { carrierName, knownCarrier } from '#modules/delivery/carrier-word.ts'
import type { LabelOrder } from '../label-day.server.ts'

/** The program that imports each file, and what its user has to know. */
const programs: Record<Carrier, { name: string; help: string }> = {
  yamato: {
    name: 'B2クラウド',
    help: 'B2クラウドの「外部データから発行」で、基本レイアウト、取込み開始行1行目として取り込みます。発行後に書き出した「発行済データ」を、番号の取り込みに使います。',
  },
  sagawa: {
    name: 'e飛伝Ⅲ',
    help: 'e飛伝Ⅲで「標準_飛脚宅配便_CSV_ヘッダ有り」を選択して取り込みます。番号の取り込みには、お客様管理番号とお問い合せ送り状No.を含む出荷履歴を使います。',
  },
  japanpost: {
    name: 'ゆうプリR',
    help: 'ゆうプリRに標準レイアウト（72列）で取り込みます。ご依頼主の部署名に入る番号を「お客様側管理番号」として設定し、番号の取り込みには「発送履歴」を使います。冷凍は、契約している場合に利用できます。',
  },
}

/**
 * A button for each carrier of the day: its parcels without a number as a file, and all of them to print again; of a carrier
 * without a program of which we know the file a list.
 */
export function LabelFiles({ day, orders }: { day: JstDate; orders: readonly LabelOrder[] }) {
  const others = [...new Set(orders.flatMap(({ carrier }) => (knownCarrier(carrier) ? [] : [carrier])))]
  const parcelsBy = (carrier: string) => orders.flatMap((order) => (order.carrier === carrier ? order.parcels : []))
  return (
    <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      {carriers.map((carrier) => {
        const parcels = parcelsBy(carrier)
        return parcels.length === 0 ? null : (
          <li key={carrier} className="card grid content-start gap-3 p-4">
            <CardHead carrier={carrier} count={parcels.length} />
            <FileLinks day={day} carrier={carrier} parcels={parcels} />
            <p className="text-sub text-ink-2">{programs[carrier].help}</p>
          </li>
        )
      })}
      {others.map((carrier) => (
        <li key={carrier} className="card grid content-start gap-3 p-4">
          <CardHead carrier={carrier} count={parcelsBy(carrier).length} />
          <ListLink address={`/farmer/parcels.csv?day=${day}&carrier=${encodeURIComponent(carrier)}`}>
            {carrier}の個口の一覧を書き出す
          </ListLink>
          <p className="text-sub text-ink-2">
            お届け先、温度帯、サイズ、注文番号の一覧です。「送り状番号」の列の書式を「文字列」にして番号を入力してください。保存したファイルから、番号を取り込めます。
          </p>
        </li>
      ))}
      <li className="no-print card grid content-start gap-3 p-4">
        <ListLink address={`/farmer/parcels.csv?day=${day}`}>すべての個口の一覧を書き出す</ListLink>
      </li>
    </ul>
  )
}

const CardHead = ({ carrier, count }: { carrier: string; count: number }) => (
  <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 text-h4 font-bold">
    <span className="min-w-0 wrap-anywhere">{carrierName(carrier)}</span>
    <span>
      <span className="num text-h3">{count}</span>個口
    </span>
  </h2>
)

const ListLink = ({ address, children }: { address: string; children: ReactNode }) => (
  <a href={address} className="btn" data-kind="line" download>
    {children}
  </a>
)

type LinksProps = { day: JstDate; carrier: Carrier; parcels: LabelOrder['parcels'] }

function FileLinks({ day, carrier, parcels }: LinksProps) {
  const { name } = programs[carrier]
  if (parcels.every(({ notices }) => notices.some(({ kind }) => kind === 'too_early')))
    return <p>出荷日の30日前から書き出せます。</p>
  const open = parcels.filter(({ label }) => !label).length
  const address = `/farmer/labels.csv?day=${day}&carrier=${carrier}`
  const parts = Array.from({ length: Math.ceil(open / mostInFile) }, (_, index) => index + 1)
  return (
    <>
      {open === 0 && <p className="font-bold">すべての個口に番号があります。</p>}
      {parts.map((part) => (
        <a key={part} href={`${address}&part=${part}`} className="btn" data-kind="pine" data-size="lg" download>
          {name}用のファイルを書き出す（{open}個口{parts.length > 1 && `・${part}/${parts.length}`}）
        </a>
      ))}
      {open < parcels.length && (
        <a href={`${address}&again=1`} className="btn" data-kind="line" download>
          番号のある個口も含めて書き出す（{parcels.length}個口）
        </a>
      )}
    </>
  )
}
