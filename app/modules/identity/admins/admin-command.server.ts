import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { inviteAdmin, resetFactorsByCommand } from './invite-admin.server.tsx'

type System = Pick<Ctx, 'db' | 'now'>

const usage = [
  'npm run admin:invite -- "name" address     a link of 24 hours, printed and mailed',
  'npm run admin:reset-factor -- address      the last resort when a second factor is lost',
].join('\n')

const why: Record<string, string> = {
  name_missing: 'The name is missing.',
  name_hidden_character: 'The name has a character that cannot be seen.',
  name_with_url: 'The name has an address in it.',
  already_there: 'There is an administrator with this address already.',
  unknown: 'There is no active administrator with this address.',
}

/**
 * Commands that run only on the server itself, never over the network; returns what to print, and whether it worked.
 * `site`: our configured origin, for the printed link.
 */
export async function adminCommand(
  system: System,
  [task, ...args]: readonly string[],
  { encryption, site }: { encryption: Encryption; site: string },
): Promise<{ ok: boolean; lines: string[] }> {
  const [first = '', second = ''] = args
  if (task === 'invite' && args.length === 2)
    return told(
      await inviteAdmin(system, { name: first, email: second, encryption }),
      `Invitation for ${second}:`,
      site,
    )
  if (task === 'reset-factor' && args.length === 1)
    return told(
      await resetFactorsByCommand(system, { email: first, encryption }),
      `Second factor of ${first} taken away. The way to a new one:`,
      site,
    )
  return { ok: false, lines: [usage] }
}

type Done = { ok: true; value: { path: string } } | { ok: false; refusal: string }

const told = (done: Done, title: string, site: string) =>
  done.ok
    ? { ok: true, lines: [title, `  ${site}${done.value.path}`, '  It works once, for 24 hours, and is mailed, too.'] }
    : { ok: false, lines: [why[done.refusal] ?? 'That is no e-mail address.'] }
