import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { newSigningKey } from './signing-keys.server.ts'

/** `npm run badges:new-key`: the operator of the server changes the key that signs badges. */
export async function newBadgeKeyCommand(
  system: Pick<Ctx, 'db' | 'now'> & { encryption: Encryption },
  args: readonly string[],
): Promise<{ ok: boolean; lines: string[] }> {
  if (args.length > 0)
    return { ok: false, lines: ['npm run badges:new-key     a new key signs the badges from now on'] }
  return { ok: true, lines: [`Badges are signed with the key ${await newSigningKey(system)} from now on.`] }
}
