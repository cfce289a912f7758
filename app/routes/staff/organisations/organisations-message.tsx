import { data, Form } from 'react-router'
import { z } from 'zod'
import { organisationsByRef } from '#modules/admin/organisations/organisation-list.server.ts'
import { messageOrganisations, messageReceivers } from '#modules/organisations/approval/staff-steps.server.ts'
import { organisationRefusalText } from '#modules/organisations/refusal-text.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formKey, formOf, type Problem } from '#web/form.ts'
import { askFirst } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/organisations-message.ts'
import { chosenOrgs } from './chosen-orgs.server.ts'

export const meta: Route.MetaFunction = () => ownMeta('会員へのメール（管理）')

/** Loaded after each form as well: the members come with the action, from the list in which they were ticked. */
export const loader = page(async (ctx) => {
  requireStaff(ctx)
  return null
})

const Message = z.object(messageOrganisations.declaration.input).omit({ orgs: true }).extend({ key: formKey() })

const send = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  requireStaff(ctx)
  const form = await formOf(request)
  const orgs = await chosenOrgs(ctx, form)
  const members = await organisationsByRef(ctx, orgs)
  const receivers = await messageReceivers(ctx, orgs)
  const shown = (problem: Problem | null, asks = false) => ({
    members: members.map(({ ref, name }) => ({ ref, name })),
    receivers,
    problem,
    asks,
    key: crypto.randomUUID(),
  })
  if (form.get('do') !== 'send') return shown(null)
  const read = readForm(Message, form)
  if (!read.ok) return shown(read.problem)
  const { subject, text } = read.value
  const asking = askFirst(form)
  if (asking) return shown({ fields: {}, summary: '', typed: asking.typed }, true)
  const result = await messageOrganisations(ctx, { orgs, ...read.value })
  if (result.ok) return redirectWithFlash('/admin/users', `${result.value.told}名にメールを送信しました。`)
  return shown({ fields: {}, summary: organisationRefusalText[result.refusal], typed: { subject, text } })
})

/** If the selected members cannot be loaded (no session, overload), the form keeps them without their names. */
export const action = async (args: Route.ActionArgs) => {
  const unread = args.request.clone()
  const answer = await send(args)
  if (answer instanceof Response || 'members' in answer) return answer
  const form = await formOf(unread)
  const members = form.getAll('row').map((ref) => ({ ref: String(ref), name: '' }))
  const key = answer.data.problem.typed.key || crypto.randomUUID()
  return data({ ...answer.data, members, receivers: null, asks: false, key }, answer.init ?? {})
}

export default function OrganisationsMessagePage({ actionData }: Route.ComponentProps) {
  const nobody = { members: [], receivers: null, problem: null, asks: false, key: '' }
  const { members, receivers, problem, asks, key } = actionData ?? nobody
  const all = problem?.typed.all === '1'
  const names = members.flatMap(({ name }) => name || [])
  const whom = `${all ? '一覧のすべて' : `${members.length}件`}の会員の責任者${receivers === null ? '' : `${receivers}名`}`
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-4">
      <h1 className="text-h2">
        <Head as="span">会員へのメール</Head>
      </h1>
      {problem && !asks && <Notice tone="akane">{problem.summary}</Notice>}
      {members.length === 0 && !all ? (
        <p>会員が選択されていません。一覧でチェックを入れてください。</p>
      ) : (
        <Form method="post" className="grid grid-cols-1 gap-4">
          <input type="hidden" name="do" value="send" />
          <input type="hidden" name="key" value={key} />
          {members.map(({ ref }) => (
            <input key={ref} type="hidden" name="row" value={ref} />
          ))}
          {all && (
            <>
              <input type="hidden" name="all" value="1" />
              <input type="hidden" name="filter" value={problem.typed.filter ?? ''} />
            </>
          )}
          <p className="rounded-control bg-sunken p-3">
            {whom}に送信します
            {names.length > 0 && `：${names.join('、')}`}
          </p>
          <TextField
            label="件名"
            name="subject"
            need="required"
            defaultValue={problem?.typed.subject}
            error={problem?.fields.subject}
          />
          <TextArea
            label="本文"
            name="text"
            need="required"
            rows={8}
            limit={4_000}
            defaultValue={problem?.typed.text}
            error={problem?.fields.text}
          />
          <Confirm
            kind="pine"
            asked={asks}
            className="justify-self-start"
            question={`${whom}にメールを送信しますか`}
            consequence="送信後の取り消しはできません。送信した内容は、各会員の履歴に残ります。"
            confirm="送信する"
          >
            メールを送信
          </Confirm>
        </Form>
      )}
      <ButtonLink kind="line" to="/admin/users" className="justify-self-start">
        会員一覧へ戻る
      </ButtonLink>
    </div>
  )
}
