import { data, type RouterContextProvider } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import {
  acceptMemberInvitation,
  joinByInvitation,
  mailInvitation,
} from '#modules/organisations/members/accept-invitation.server.ts'
import { enter } from '#web/enter.server.ts'
import { firstPageOf } from '#web/first-page.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf } from '#web/form.ts'
import { job, runJob, withTool } from '#web/jobs.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { forgetInvitation } from './invitation-cookie.server.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }

/** The code never enters the form: a refused form is shown again. */
type Opened = Args & { code: string }
const opened = ({ request, context, code }: Opened) => {
  const { ip, encryption } = context.get(requestFacts)
  return { code, ip, encryption, userAgent: request.headers.get('user-agent') }
}

const over = ({ refusal }: { refusal: string }) => (refusal === 'code_unusable' ? spent() : null)

const intents = {
  accept: job(withTool(acceptMemberInvitation, opened), {
    instead: over,
    done: async ({ home, organisation }) =>
      leave(await redirectWithFlash(home, `${organisation}のメンバーになりました。`)),
  }),
  join: job(withTool(joinByInvitation, opened), {
    instead: over,
    at: ({ refusal }) => (refusal === 'password_refused' ? 'password' : undefined),
    done: async (session, _, ctx, { request, context }) => {
      const { token, email } = session
      return leave(await enter(ctx, { request, context }, 'people', { token, email, to: firstPageOf(session, null) }))
    },
  }),
  mail: job(withTool(mailInvitation, opened), { instead: over, done: (_, { email }) => data({ sentTo: email }) }),
}

/** Accepts an invitation, joins with it, or requests it by mail. */
export const answerInvitation = async (ctx: Ctx, args: Opened) => runJob(intents, ctx, await formOf(args.request), args)

/** One response for used, revoked, expired and unknown. */
const spent = () => data({ spent: true as const }, { status: 410 })

async function leave(answer: Response): Promise<Response> {
  answer.headers.append('set-cookie', await forgetInvitation())
  return answer
}
