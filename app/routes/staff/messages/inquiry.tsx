import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { InquiryState } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { type AdminId, type InquiryId, parseId } from '#kernel/ids.ts'
import { phoneText } from '#kernel/phone.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { OrganisationLink } from '#modules/organisations/ui/organisation-link.tsx'
import { photoFileName } from '#modules/photos/photo.ts'
import { answerInquiry, assignInquiry, moveInquiry, noteInquiry } from '#modules/support/handle-inquiry.server.ts'
import { inquiryStateWord, kindWord, sideWord } from '#modules/support/inquiry.ts'
import { assignableAdmins, type InquiryDetail, inquiryDetail } from '#modules/support/inquiry-queries.server.ts'
import { InquiryHistory } from '#modules/support/ui/inquiry-history.tsx'
import { waited } from '#modules/support/ui/inquiry-table.tsx'
import { InquiryStateBadge } from '#modules/support/ui/own-inquiries.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField, TextArea } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { revalidateOvertaken, useStoredKey } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/inquiry.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  ownMeta(`${loaderData ? `お問い合わせ ${loaderData.inquiry.number}` : 'お問い合わせ'}（管理）`)

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const { adminId } = requireStaff(ctx)
  const inquiry = await inquiryDetail(ctx, idIn(params))
  return {
    inquiry,
    me: adminId,
    admins: await assignableAdmins(ctx),
    waited: waited(inquiry.sentAt, ctx.now),
    keys: {
      answer: crypto.randomUUID(),
      note: crypto.randomUUID(),
      move: crypto.randomUUID(),
      assign: crypto.randomUUID(),
    },
  }
})

function idIn(params: { id: string }): InquiryId {
  const id = parseId<'inquiry'>(params.id)
  if (!id) throw new NotFound('inquiry')
  return id
}

const saved = (message: string) => ({
  fields: ({ params }: Route.ActionArgs) => ({ id: idIn(params) }),
  done: (_: unknown, { id }: { id: InquiryId }) => redirectWithFlash(`/admin/inquiries/${id}`, message),
})

const changes = {
  answer: job(answerInquiry, saved('回答をメールで送信しました。')),
  note: job(noteInquiry, saved('メモを保存しました。')),
  move: job(moveInquiry, saved('状態を変更しました。')),
  assign: job(assignInquiry, saved('担当者を変更しました。')),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return runJob(changes, ctx, await formOf(args.request), args)
})

/** After a concurrent change the current state is shown. */
export const shouldRevalidate = revalidateOvertaken

export default function StaffInquiryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { inquiry, keys, me, admins } = loaderData
  const problem = actionData?.problem
  // the reply and the note have a field of the same name
  const problemOf = (intent: string) => (problem?.typed.intent === intent ? problem : undefined)
  // typed text stays when a colleague was first, even if they have closed it
  const answering = inquiry.state !== 'done' || problem?.typed.intent === 'answer'
  const noteKey = useStoredKey(String(inquiry.events.length), problem !== undefined)
  const answerKey = useStoredKey(String(inquiry.version), problem !== undefined)
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/inquiries" className="prose-link inline-flex min-h-11 items-center">
          お問い合わせ一覧
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-h2 font-bold tabular-nums">{inquiry.number}</h1>
        <InquiryStateBadge state={inquiry.state} />
        <p className="text-ink-2">
          {loaderData.waited}前に届きました。回答期限は{formatDay(inquiry.answerDueOn)}
        </p>
      </div>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid grid-cols-1 gap-4">
          <Question inquiry={inquiry} />
          <May to="inquiry.handle" told>
            {answering && (
              <AnswerForm key={answerKey} inquiry={inquiry} formKey={keys.answer} problem={problemOf('answer')} />
            )}
          </May>
          <Panel head={<Head as="h2">履歴</Head>}>
            <InquiryHistory events={inquiry.events} />
          </Panel>
        </div>
        <div className="grid grid-cols-1 gap-4">
          <Panel head={<Head as="h2">お客様</Head>}>
            <Writer inquiry={inquiry} />
          </Panel>
          <May to="inquiry.handle">
            <Panel head={<Head as="h2">担当</Head>}>
              <AssignForm inquiry={inquiry} formKey={keys.assign} me={me} admins={admins} />
            </Panel>
            <Panel head={<Head as="h2">状態</Head>}>
              <MoveForm inquiry={inquiry} formKey={keys.move} />
            </Panel>
            <Panel head={<Head as="h2">内部メモ</Head>}>
              <NoteForm key={noteKey} formKey={keys.note} problem={problemOf('note')} />
            </Panel>
          </May>
        </div>
      </div>
    </div>
  )
}

function Question({ inquiry }: { inquiry: InquiryDetail }) {
  return (
    <Panel head={<Head as="h2">内容</Head>}>
      <p className="text-sub text-ink-2">
        {kindWord[inquiry.kind]}・{formatMoment(inquiry.sentAt)}
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{inquiry.body}</p>
      {inquiry.kind === 'signup' && (
        <May to="members.review">
          <ButtonLink to="/admin/users/register" kind="line" className="mt-3">
            電話での登録を始める
          </ButtonLink>
        </May>
      )}
      {inquiry.photos.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-3">
          {inquiry.photos.map((photo, index) => (
            <li key={photo.key}>
              <a href={`/admin/media/${photoFileName(photo.key, 'full')}`} className="block">
                <img
                  src={`/admin/media/${photoFileName(photo.key, 'small')}`}
                  alt={`写真${index + 1}を拡大する`}
                  width={photo.width}
                  height={photo.height}
                  className="photo aspect-4/3 w-44 rounded-control border border-line object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Writer({ inquiry }: { inquiry: InquiryDetail }) {
  const { restaurantId, restaurant, farmId, farm, side, organisation, phone, orderId, product, productId } = inquiry
  return (
    <dl className="grid grid-cols-1 gap-2">
      <Fact what="お名前">{inquiry.name}</Fact>
      {restaurant && restaurantId && (
        <Fact what="飲食店">
          <OrganisationLink of={{ restaurantId }} name={restaurant} />
        </Fact>
      )}
      {farm && farmId && (
        <Fact what="農園">
          <OrganisationLink of={{ farmId }} name={farm} />
        </Fact>
      )}
      {side && organisation && <Fact what={`登録を希望（${sideWord[side]}）`}>{organisation}</Fact>}
      <Fact what="メールアドレス">
        <span className="break-all">{inquiry.email}</span>
      </Fact>
      {phone && <Fact what="電話番号">{phoneText(phone)}</Fact>}
      {orderId && (
        <Fact what="注文">
          <Link to={`/admin/orders/${orderId}`} className="prose-link inline-flex min-h-11 items-center tabular-nums">
            {inquiry.orderNumber}
          </Link>
        </Fact>
      )}
      {productId && (
        <Fact what="商品">
          <Link to={`/restaurant/products/${productId}`} className="prose-link inline-flex min-h-11 items-center">
            {product}
          </Link>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ what, children }: { what: string; children: ReactNode }) => (
  <div>
    <dt className="text-caption text-ink-2">{what}</dt>
    <dd className="font-bold">{children}</dd>
  </div>
)

type FormProps = { inquiry: InquiryDetail; formKey: string }

/** Typed text stays; the version is that of the current page, after the history has been shown. */
function AnswerForm({ inquiry, formKey: key, problem }: FormProps & { problem: Problem | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'answer'
  return (
    <Panel head={<Head as="h2">回答</Head>}>
      <Form method="post" className="grid grid-cols-1 gap-3">
        <Hidden what="answer" formKey={key} version={inquiry.version} />
        <TextArea
          label={`${inquiry.name} 様へのメール`}
          name="text"
          rows={8}
          maxLength={4_000}
          help={`${inquiry.email} に送信します。お問い合わせの内容を末尾に記載します`}
          defaultValue={problem?.typed.text}
          error={problem?.fields.text}
        />
        <fieldset className="flex flex-wrap gap-x-5">
          <legend className="visually-hidden">回答後の状態</legend>
          {(['done', 'working'] as const).map((state) => (
            <label key={state} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="next"
                value={state}
                defaultChecked={state === (problem?.typed.next ?? 'done')}
              />
              回答後に「{inquiryStateWord[state]}」にする
            </label>
          ))}
        </fieldset>
        <Button kind="pine" busy={busy} className="justify-self-start">
          メールで回答する
        </Button>
      </Form>
    </Panel>
  )
}

const moves: Record<InquiryState, readonly (readonly [InquiryState, string])[]> = {
  open: [
    ['working', '対応を開始する'],
    ['done', '回答せずに対応済みにする'],
  ],
  working: [
    ['done', '対応済みにする'],
    ['open', '未対応に戻す'],
  ],
  done: [['working', '対応を再開する']],
}

const MoveForm = ({ inquiry, formKey: key }: FormProps) => (
  <Form method="post" className="flex flex-wrap gap-3">
    <Hidden what="move" formKey={key} version={inquiry.version} />
    {moves[inquiry.state].map(([to, word]) => (
      <Button key={to} kind="line" name="to" value={to}>
        {word}
      </Button>
    ))}
  </Form>
)

type AssignProps = FormProps & { me: AdminId; admins: readonly { id: AdminId; name: string }[] }

function AssignForm({ inquiry, formKey: key, me, admins }: AssignProps) {
  const current = inquiry.assignedTo ?? ''
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="font-bold">{inquiry.assignee ?? '担当者がいません'}</p>
      {inquiry.assignedTo !== me && (
        <Form method="post">
          <Hidden what="assign" formKey={key} version={inquiry.version} />
          <Button kind="pine" name="to" value={me}>
            自分が担当する
          </Button>
        </Form>
      )}
      <Form method="post" className="flex flex-wrap items-end gap-3" key={`assign ${inquiry.version}`}>
        <Hidden what="assign" formKey={key} version={inquiry.version} />
        <SelectField label="担当者を変更" name="to" defaultValue={current} className="min-w-48 grow">
          <option value="">担当者なし</option>
          {admins.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button kind="line">変更</Button>
      </Form>
    </div>
  )
}

function NoteForm({ formKey: key, problem }: { formKey: string; problem: Problem | undefined }) {
  return (
    <Form method="post" className="grid grid-cols-1 gap-3">
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="key" value={key} />
      <TextArea
        label="運営のみに表示されるメモ"
        name="text"
        rows={3}
        maxLength={4_000}
        defaultValue={problem?.typed.text}
        error={problem?.fields.text}
      />
      <Button kind="line" className="justify-self-start">
        メモを保存
      </Button>
    </Form>
  )
}

const Hidden = ({ what, formKey: key, version: seen }: { what: string; formKey: string; version: number }) => (
  <>
    <input type="hidden" name="intent" value={what} />
    <input type="hidden" name="key" value={key} />
    <input type="hidden" name="version" value={seen} />
  </>
)
