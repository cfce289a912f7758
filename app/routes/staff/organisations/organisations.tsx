import { Download, Keyboard } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { type MetaFunction, Outlet, useLocation, useNavigate, useParams } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import { cursorText, type OrganisationCursor, readCursor } from '#modules/admin/organisations/organisation-cursor.ts'
import {
  organisationFilterText,
  readOrganisationFilter,
  readOrganisationSort,
} from '#modules/admin/organisations/organisation-filter.ts'
import { organisationCounts, organisationListPage } from '#modules/admin/organisations/organisation-list.server.ts'
import { removeView, savedViews, saveView } from '#modules/admin/organisations/saved-views.server.ts'
import { OrganisationFilters, OrganisationTabs, SavedViews } from '#modules/admin/ui/organisation-filters.tsx'
import { useKeys } from '#modules/admin/ui/organisation-keys.ts'
import { OrganisationTable } from '#modules/admin/ui/organisation-table.tsx'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { approveGreen, type BulkApproval } from '#modules/organisations/approval/decide-application.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Explained } from '#ui/explained.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formKey, formOf, invalid, type Problem, shownAgain, staleForm } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { revalidateOvertaken } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import { provenByStaff } from '../staff-proof.server.ts'
import type { Route } from './+types/organisations.ts'
import { chosenOrgs } from './chosen-orgs.server.ts'

export const meta: MetaFunction = () => ownMeta('会員（管理）')

const KeysHelp = lazy(() => import('#modules/admin/ui/keys-help.tsx'))
const perPage = 50

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const asked = new URL(request.url).searchParams
  const filter = readOrganisationFilter(asked)
  const sort = readOrganisationSort(asked, filter)
  const found = await organisationListPage(ctx, filter, { sort, cursor: readCursor(asked.get('page')), limit: perPage })
  return {
    ...found,
    filter,
    descending: sort.descending,
    counts: await organisationCounts(ctx),
    views: await savedViews(ctx, 'users'),
    key: crypto.randomUUID(),
  }
})

const changes = {
  approve: provenByStaff(approveChosen),
  'save-view': job(saveView, {
    fields: (_: Route.ActionArgs, __, form) => ({
      page: 'users',
      query: organisationFilterText(readOrganisationFilter(new URLSearchParams(String(form.get('query') ?? '')))),
    }),
    at: () => 'name',
    done: (_, { name, query }) => redirectWithFlash(`/admin/users?${query}`, `「${name}」を保存しました。`),
  }),
  'forget-view': job(removeView, { done: () => redirectWithFlash('/admin/users', '保存した条件を削除しました。') }),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return runJob(changes, ctx, await formOf(args.request), args)
})

async function approveChosen(ctx: Ctx, form: FormData, _: Route.ActionArgs) {
  const key = formKey().safeParse(form.get('key'))
  if (!key.success) return invalid({ fields: {}, summary: staleForm, typed: shownAgain(form) })
  const orgs = await chosenOrgs(ctx, form)
  const done = await approveGreen(ctx, { findPostal: findPostalAddress }, { key: key.data, orgs })
  return redirectWithFlash('/admin/users?status=submitted', approvalText(done))
}

/** 「3件を承認しました。」, and the remaining ones, with what is still open. */
function approvalText({ approved, left }: BulkApproval): string {
  const head = approved.length > 0 ? `${approved.length}件を承認しました。` : '承認した会員はありません。'
  if (left.length === 0) return head
  const named = left.slice(0, 5).map(({ name, open }) => `${name}（${open.join('、') || '承認待ちではありません'}）`)
  return `${head}\n未承認${left.length}件：${named.join('、')}${left.length > 5 ? ' 他' : ''}`
}

/** The row of a member about whom a colleague has decided says so, too. */
export const shouldRevalidate = revalidateOvertaken

export default function MembersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { members, total, filter, counts, views, next, previous, descending, key } = loaderData
  const { ref } = useParams()
  const { search } = useLocation()
  const query = organisationFilterText(filter)
  const unsaved = actionData?.problem.fields.name
  const help = useOrganisationKeys(
    members.map((member) => member.ref),
    ref,
    search,
  )
  const to = (cursor: OrganisationCursor) => pageAddress(search, cursorText(cursor))
  return (
    <div className={ref ? 'grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_23rem]' : 'grid grid-cols-1'}>
      <div className={`grid grid-cols-1 content-start gap-3 ${ref ? 'max-xl:hidden' : ''}`}>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h1 className="text-h2">
            <Head as="span">会員</Head>
          </h1>
          <div className="flex flex-wrap gap-2">
            <May to="members.review">
              <ButtonLink kind="line" to="/admin/users/register">
                電話での登録
              </ButtonLink>
            </May>
            <Button type="button" kind="text" onClick={help.open} aria-keyshortcuts="?" className="max-lg:hidden">
              <Keyboard aria-hidden="true" />
              キー操作
            </Button>
            <ButtonLink kind="line" to={`/admin/users.csv?${query}`} reloadDocument download>
              <Download aria-hidden="true" />
              <Explained inControl>CSV</Explained>
            </ButtonLink>
          </div>
        </div>
        <OrganisationTabs filter={filter} counts={counts} />
        <OrganisationFilters filter={filter} />
        <SavedViews
          views={views}
          query={query}
          refused={unsaved ? { name: actionData.problem.typed.name ?? '', sentence: unsaved } : undefined}
        />
        {actionData?.problem && <Notice tone="akane">{actionData.problem.summary}</Notice>}
        <OrganisationTable
          members={members}
          total={total}
          filter={query}
          filtered={query !== ''}
          descending={descending}
          current={ref}
          search={search}
          bulk={{
            action: '/admin/users',
            reloadDocument: true,
            actions: <BulkActions query={query} formKey={key} problem={actionData?.problem} />,
          }}
        />
        {(previous || next) && (
          <nav aria-label="ページ" className="flex flex-wrap items-center gap-3">
            {previous && (
              <ButtonLink kind="line" to={to(previous)} rel="prev">
                前の{perPage}件
              </ButtonLink>
            )}
            {next && (
              <ButtonLink kind="line" to={to(next)} rel="next">
                次の{perPage}件
              </ButtonLink>
            )}
            <p className="text-sub text-ink-2 tabular-nums">全{total.toLocaleString('ja-JP')}件</p>
          </nav>
        )}
      </div>
      <Outlet />
      {help.isOpen && (
        <Suspense>
          <KeysHelp onClose={help.close} />
        </Suspense>
      )}
    </div>
  )
}

const pageAddress = (search: string, cursor: string) => {
  const changed = new URLSearchParams(search)
  changed.set('page', cursor)
  return `/admin/users?${changed}`
}

type BulkProps = { query: string; formKey: string; problem: Problem | undefined }

/** Sent as documents: one response is a file, one a page, one returns here. */
const BulkActions = ({ query, formKey: key, problem }: BulkProps) => (
  <>
    <input type="hidden" name="filter" value={query} />
    <input type="hidden" name="key" value={key} />
    <Button kind="line" formAction="/admin/users.csv">
      <Explained inControl>CSV</Explained>
    </Button>
    <May to="members.decide">
      <Button kind="line" formAction="/admin/users/message">
        メッセージ
      </Button>
      <StaffProof id="bulk-proof" problem={problem} />
      <Confirm
        kind="pine"
        name="intent"
        value="approve"
        question="選択した会員を一括で承認しますか"
        consequence="すべての確認が緑の会員のみを承認し、メールで通知します。他の会員は承認待ちのままです。"
        confirm="承認する"
      >
        一括承認
      </Confirm>
    </May>
  </>
)

/** J and K move through the list, / searches, ? explains. A and R belong to the panel. */
function useOrganisationKeys(refs: readonly string[], current: string | undefined, search: string) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const list = refs.join(' ')
  const keys = useMemo(() => {
    const order = list === '' ? [] : list.split(' ')
    const go = (step: 1 | -1) => {
      const at = current === undefined ? (step === 1 ? -1 : order.length) : order.indexOf(current)
      const ref = order[at + step]
      if (ref) void navigate(`/admin/users/${ref}${search}`, { preventScrollReset: true })
    }
    return {
      j: () => go(1),
      k: () => go(-1),
      '/': () => document.getElementById('member-q')?.focus(),
      '?': () => setOpen(true),
    }
  }, [list, current, search, navigate])
  useKeys(keys)
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}
