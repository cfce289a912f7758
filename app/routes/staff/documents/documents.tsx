import type { MetaFunction } from 'react-router'
import { roleMay } from '#authorization/staff-roles.ts'
import { formatDayWithYear, formatNumber } from '#kernel/format.ts'
import { documentWord } from '#modules/issued-documents/issued-paper.ts'
import { type OutdatedDocument, outdatedDocuments } from '#modules/issued-documents/outdated-documents.server.ts'
import DocumentSearch from '#modules/issued-documents/ui/document-search.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { Link } from '#ui/link.tsx'
import { documentsPage } from '#web/documents-page.server.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/documents.ts'

export const meta: MetaFunction = () => ownMeta('発行書類（管理）')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { role } = requireStaff(ctx)
  return {
    ...(await documentsPage(ctx, request)),
    outdated: await outdatedDocuments(ctx),
    mayVoid: roleMay(role, 'issued_document.void'),
  }
})

export default function DocumentsPage({ loaderData: { outdated, ...found } }: Route.ComponentProps) {
  return (
    <div className="grid max-w-6xl grid-cols-1 gap-5">
      <h1 className="text-h2 font-bold">発行書類</h1>
      {outdated.count > 0 && <Outdated {...outdated} mayReplace={found.mayVoid} />}
      <DocumentSearch base="/admin" {...found} />
    </div>
  )
}

type OutdatedProps = { count: number; rows: readonly OutdatedDocument[]; mayReplace: boolean }

const Outdated = ({ count, rows, mayReplace }: OutdatedProps) => (
  <Panel head={<h2 id="outdated">登録番号が現在の記録と異なる書類（{formatNumber(count)}件）</h2>}>
    <p className="text-sub text-ink-2">
      発行後に、農園の登録番号の取得・取消・訂正が届け出られました。差し替えると、納品日の登録番号で新しい書類を発行し、宛先にメールで通知します。
    </p>
    <ul className="grid grid-cols-1">
      {rows.map((it) => (
        <li
          key={`${it.id} ${it.farm} ${it.printed}`}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2"
        >
          <span className="min-w-0 grow basis-80">
            <span className="block font-bold">
              {documentWord[it.kind]} {it.number}　{formatDayWithYear(it.issuedOn)}　{it.counterparty}
            </span>
            <span className="block text-sub">
              {it.farm}：{it.printed ?? '登録番号なし'} → {it.recorded ?? '登録番号なし'}（
              {formatDayWithYear(it.fromOn)}
              {it.toOn === it.fromOn ? '' : `〜${formatDayWithYear(it.toOn)}`}の納品、{formatNumber(it.slips)}件）
            </span>
          </span>
          {mayReplace && (
            <Link to={`/admin/documents/void/${it.id}`} className="prose-link inline-flex min-h-11 items-center">
              差し替える
              <span className="visually-hidden">（{it.number}）</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  </Panel>
)
