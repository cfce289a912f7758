import { data, type RouterContextProvider } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { qrPath } from '#modules/identity/factors/totp.server.ts'
import { changeMember, leaveOrganisation, removeMember } from '#modules/organisations/members/change-member.server.ts'
import {
  inviteMember,
  resendInvitation,
  revokeInvitation,
  showInvitation,
} from '#modules/organisations/members/invite-member.server.ts'
import { redirectWithFlash } from './flash-message.server.ts'
import { formOf } from './form.ts'
import { job, runJob, withTool } from './jobs.server.ts'
import { proven } from './prove-again.server.ts'
import { requestFacts } from './request-context.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }

/** The forms of the page of members; `here`: its address, to return to. */
export function memberJobs(here: string) {
  const changes = {
    change: proven(
      job(changeMember, { done: ({ name }) => redirectWithFlash(here, `${name} さんの権限を保存しました。`) }),
    ),
    remove: proven(
      job(removeMember, { done: ({ name }) => redirectWithFlash(here, `${name} さんをメンバーから削除しました。`) }),
    ),
    leave: job(leaveOrganisation, {
      done: ({ organisation }) => redirectWithFlash('/', `${organisation}のメンバーから脱退しました。`),
    }),
    invite: proven(
      job(
        withTool(inviteMember, ({ context }: Args) => context.get(requestFacts)),
        {
          at: ({ refusal }) => (refusal.startsWith('already') ? 'email' : undefined),
          done: (_, { email }) =>
            redirectWithFlash(
              `${here}#invitations`,
              email
                ? `${email} に招待メールを送信しました。`
                : '招待を作成しました。「QRコードを表示」を押してください。',
            ),
        },
      ),
    ),
    resend: job(
      withTool(resendInvitation, ({ context }: Args) => context.get(requestFacts)),
      {
        done: ({ email }) => redirectWithFlash(`${here}#invitations`, `${email} に再送しました。`),
      },
    ),
    revoke: job(revokeInvitation, {
      done: () => redirectWithFlash(`${here}#invitations`, '招待を取り消しました。'),
    }),
    // the code is in the response only: in no address, and it is not cached
    qr: proven(
      job(showInvitation, {
        done: ({ path, until }, { id }, _, { context }: Args) =>
          data({ qr: { id, ...qrPath(context.get(requestFacts).secureOrigin + path), until } }),
      }),
    ),
  }
  return async (ctx: Ctx, args: Args) => runJob(changes, ctx, await formOf(args.request), args)
}
