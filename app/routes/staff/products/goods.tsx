import { data, Form, type MetaFunction } from 'react-router'
import { formatMoment, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { pictureAddress } from '#kernel/picture-name.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import {
  type ApprovalRow,
  approvalDesk,
  confirmGoods,
  holdGoods,
  releaseGoods,
  returnGoods,
} from '#modules/products/approval/approval.server.ts'
import { type ApprovalView, approvalViews } from '#modules/products/approval/approval-views.ts'
import { categoryWord, methodWord } from '#modules/products/catalog/catalog-labels.ts'
import { factGraceCounts } from '#modules/products/food-labelling.server.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { switchApproval } from '#modules/products/switches.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { TextArea } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, refused, typedIn } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/goods.ts'

export const meta: MetaFunction = () => ownMeta('商品の確認（管理）')

const viewOf = (request: Request): ApprovalView => {
  const asked = new URL(request.url).searchParams.get('view')
  return approvalViews.find((view) => view === asked) ?? 'waiting'
}

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const view = viewOf(request)
  const { searchParams } = new URL(request.url)
  const q = (searchParams.get('q') ?? '').normalize('NFKC').trim().slice(0, 40)
  const asked = parseWholeNumber(searchParams.get('page')) ?? 1
  const pageNumber = Math.min(Math.max(asked, 1), 2_000)
  return {
    view,
    q,
    pageNumber,
    ...(await approvalDesk(ctx, view, { q, page: pageNumber })),
    labels: await factGraceCounts(ctx),
  }
})

const decisions = { confirm: confirmGoods, release: releaseGoods } as const
const saidOf = {
  confirm: '販売を開始しました',
  release: '販売停止を解除しました',
  return: '差し戻しました',
  hold: '販売を停止しました',
} as const

export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  requireStaff(ctx)
  const form = await formOf(request)
  const sent = typedIn(form)
  const here = `/admin/products${new URL(request.url).search || '?view=waiting'}`
  if (sent.do === 'on' || sent.do === 'off') {
    await switchApproval(ctx, { isOn: sent.do === 'on' })
    return redirectWithFlash(
      here,
      sent.do === 'on' ? '新しい商品は、確認後に販売されます。' : '新しい商品は、すぐに販売されます。',
    )
  }
  const id = parseId<'product'>(sent.id)
  if (!id) throw data(null, { status: 400 })
  const it = { id, version: Number(sent.version) }
  const reason = (sent.reason ?? '').slice(0, 500)
  const step =
    sent.do === 'return' || sent.do === 'hold' || sent.do === 'confirm' || sent.do === 'release' ? sent.do : null
  if (!step) throw data(null, { status: 400 })
  const done =
    step === 'return'
      ? await returnGoods(ctx, { ...it, reason })
      : step === 'hold'
        ? await holdGoods(ctx, { ...it, reason })
        : await decisions[step](ctx, it)
  if (!done.ok)
    return refused(goodsRefusalText(done.refusal), form, done.refusal === 'reason_missing' ? 'reason' : undefined)
  return redirectWithFlash(here, `「${done.value.name}」：${saidOf[step]}。農園にメールで通知します。`)
})

const viewWord: Record<ApprovalView, string> = {
  waiting: '確認待ち',
  returned: '差し戻し中',
  held: '販売停止中',
  listed: '販売中（新しい順）',
}

const emptyText: Record<ApprovalView, string> = {
  waiting: '確認待ちの商品はありません。',
  returned: '差し戻し中の商品はありません。',
  held: '販売停止中の商品はありません。',
  listed: '販売中の商品はありません。',
}

const phrases = [
  '写真が商品と異なるようです。実物の写真にしてください。',
  '「無農薬」などの言葉は使用できません。実施した内容を記載してください。',
  '内容量と価格の桁を確認してください。',
  '産地や品種がわかるように、商品名または説明に記載してください。',
] as const

/** New products before they are on sale, if that is switched on; and products held by staff. */
export default function StaffGoodsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, counts, view, isOn, q, pageNumber, more, labels } = loaderData
  const pageAt = (to: number) => `?${new URLSearchParams({ view, ...(q && { q }), page: String(to) })}`
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2">
        <Head as="span">商品の確認</Head>
      </h1>
      <Form method="post" className="card flex flex-wrap items-center gap-3 p-3">
        <p className="grow">
          新しい商品は、<b>{isOn ? '確認後に販売' : 'すぐに販売'}</b>されます。
        </p>
        <Button kind="line" name="do" value={isOn ? 'off' : 'on'}>
          {isOn ? '確認なしで販売する' : '確認後に販売する'}
        </Button>
      </Form>
      <p>
        食品表示が未入力の商品：販売中 <b>{labels.products}</b>点（{labels.farms}農園）・期限切れで販売休止{' '}
        <b>{labels.offSale}</b>点
      </p>
      <nav aria-label="状態" className="flex flex-wrap gap-2">
        {approvalViews.map((it) => (
          <Link
            key={it}
            to={`?view=${it}`}
            className="chip [--target:2.75rem]"
            aria-current={it === view ? 'page' : undefined}
          >
            {viewWord[it]}
            <span className="num">{counts[it]}</span>
          </Link>
        ))}
      </nav>
      <Form className="flex flex-wrap items-end gap-2" role="search">
        <input type="hidden" name="view" value={view} />
        <div className="field grow">
          <label htmlFor="goods-q">商品名・農園名で検索</label>
          <input id="goods-q" type="search" name="q" defaultValue={q} maxLength={40} className="field-control" />
        </div>
        <Button kind="line">検索</Button>
      </Form>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {view === 'waiting' && rows.length > 0 && (
        <details className="card p-3">
          <summary className="min-h-11 cursor-pointer content-center">差し戻しの文例</summary>
          <ul className="list-disc ps-6">
            {phrases.map((phrase) => (
              <li key={phrase}>{phrase}</li>
            ))}
          </ul>
        </details>
      )}
      {rows.length === 0 ? (
        <p className="card p-6 text-ink-2">{q ? `「${q}」の商品はありません。` : emptyText[view]}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {rows.map((row) => (
            <GoodsToReview
              key={row.id}
              row={row}
              view={view}
              problem={problem?.typed.id === row.id ? problem.fields.reason : undefined}
            />
          ))}
        </ul>
      )}
      {(more || pageNumber > 1) && (
        <nav aria-label="ページ" className="flex flex-wrap gap-3">
          {pageNumber > 1 && (
            <ButtonLink to={pageAt(pageNumber - 1)} kind="line">
              前のページ
            </ButtonLink>
          )}
          {more && (
            <ButtonLink to={pageAt(pageNumber + 1)} kind="line">
              次のページ
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  )
}

type Props = { row: ApprovalRow; view: ApprovalView; problem: string | undefined }

function GoodsToReview({ row, view, problem }: Props) {
  const { id, name, farm, picture } = row
  return (
    <li className="card grid grid-cols-1 gap-3 p-3 md:grid-cols-[10rem_minmax(0,1fr)_20rem]">
      <img
        src={pictureAddress(picture, 480).replace('/media/', '/admin/media/')}
        alt=""
        width={160}
        height={120}
        loading="lazy"
        className="photo aspect-4/3 w-40 rounded-control object-cover"
      />
      <div className="grid min-w-0 content-start gap-1">
        <h2 className="text-h4">{name}</h2>
        <p>
          {farm.name}（{farm.place}）・{categoryWord[row.category]}・<Explained>{methodWord[row.method]}</Explained>
          {row.method !== 'conventional' && !row.proved && <b className="text-akane">　証明書なし</b>}
        </p>
        <p className="num">
          {row.packLabel}　{formatYen(row.priceYen)}/{row.catchWeight ? 'kg' : row.unitLabel}
        </p>
        <p className="wrap-anywhere text-ink-2">{row.description}</p>
        {row.doubtful.length > 0 && <p className="font-bold text-akane">確認が必要な言葉：{row.doubtful.join('、')}</p>}
        {(row.reviewNote || row.heldReason) && <p>理由：{row.reviewNote || row.heldReason}</p>}
        <p className="text-sub text-ink-2">{formatMoment(row.createdAt)}</p>
      </div>
      <Form method="post" className="grid content-start gap-2" preventScrollReset key={row.version}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={row.version} />
        {view !== 'held' && (
          <TextArea
            id={`reason-${id}`}
            name="reason"
            label="理由"
            need={view === 'waiting' ? 'optional' : 'required'}
            rows={2}
            maxLength={500}
            error={problem}
          />
        )}
        <p className="flex flex-wrap gap-2">
          {view === 'waiting' && (
            <>
              <Button name="do" value="confirm">
                販売を承認<span className="visually-hidden">：{name}</span>
              </Button>
              <Button kind="line" name="do" value="return">
                差し戻す<span className="visually-hidden">：{name}</span>
              </Button>
            </>
          )}
          {(view === 'listed' || view === 'returned') && (
            <Button kind="danger" name="do" value="hold">
              販売を停止<span className="visually-hidden">：{name}</span>
            </Button>
          )}
          {view === 'held' && (
            <Button name="do" value="release">
              販売停止を解除<span className="visually-hidden">：{name}</span>
            </Button>
          )}
        </p>
      </Form>
    </li>
  )
}
