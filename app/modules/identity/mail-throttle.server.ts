import type { Ctx } from '#authorization/ctx.ts'
import { mailLimits, type StrangerMail, strangerMailCaps } from './account-limits.ts'
import { siteOf } from './network.server.ts'
import { type Count, countAttempt, forget, secondsToWait, waitAfter } from './throttle.server.ts'

export type MailAsked = {
  kind: StrangerMail
  email: string
  ip: string | null
  /** What it is counted by instead of the network: a device known to the account, a member, an organisation. */
  own?: string | null
  /**
   * Whether the request is from a known source: then it does not count towards the strangers' total; nor, where it is
   * counted by device, towards the limit of the network, which neighbours could use up.
   */
  isKnown?: boolean
  /** Sent even if another one was sent within the minute, because it is about something else. */
  apart?: boolean
}

/** `sent`: one was sent recently, and its link still works. */
export type MailAnswer = { may: 'send' | 'sent' } | { may: 'too_many'; waitSeconds: number }

/**
 * Whether another mail may be sent to this address, for a caller not known to be its owner. It counts requests, so an
 * address without an account gets the same answers.
 */
export async function mayMail(ctx: Pick<Ctx, 'db' | 'now'>, asked: MailAsked): Promise<MailAnswer> {
  const { kind, email, ip, own = null, isKnown = false, apart = false } = asked
  const network = isKnown && own !== null ? 0 : await waitAfter(ctx, `${kind}-ip`, ip, mailLimits.ip)
  if (network > 0) return { may: 'too_many', waitSeconds: network }
  const { gap, day } = ownCounts(asked)
  if ((await countAttempt(ctx, gap)).waitSeconds > 0 && !apart) return { may: 'sent' }
  const { waitSeconds } = await countAttempt(ctx, day)
  if (waitSeconds > 0) return { may: 'too_many', waitSeconds }
  return isKnown ? { may: 'send' } : mayMailStranger(ctx, kind, email)
}

/** The share of a receiver's mails that all strangers have together. */
export async function mayMailStranger(
  ctx: Pick<Ctx, 'db' | 'now'>,
  kind: StrangerMail,
  email: string,
): Promise<MailAnswer> {
  const { what, whose, limit } = ofStrangers(kind, email)
  const waitSeconds = await waitAfter(ctx, what, whose, limit)
  if (waitSeconds === 0) return { may: 'send' }
  return kind === 'reset_password' ? { may: 'sent' } : { may: 'too_many', waitSeconds }
}

/**
 * How long until another mail may be sent: `soon`, within the gap; `day`, because the daily limit is reached. Counts
 * nothing.
 */
export async function waitForMailTo(
  ctx: Pick<Ctx, 'db' | 'now'>,
  asked: MailAsked,
): Promise<{ soon: number; day: number }> {
  const { gap, day } = ownCounts(asked)
  return {
    soon: await secondsToWait(ctx, [gap]),
    day: await secondsToWait(ctx, [day, ofStrangers(asked.kind, asked.email)]),
  }
}

/** The owner of an address has used the link of a mail: mails that strangers caused no longer count. */
export function forgetMailsTo(ctx: Pick<Ctx, 'db'>, kind: StrangerMail, email: string): Promise<void> {
  const { what, whose } = ofStrangers(kind, email)
  return forget(ctx, what, whose)
}

function ownCounts({ kind, email, ip, own = null }: MailAsked): { gap: Count; day: Count } {
  const whose = `${email} ${own ?? siteOf(ip) ?? 'an unknown network'}`
  return {
    gap: { what: `${kind}-gap`, whose, limit: mailLimits.gap },
    day: { what: `${kind}-day`, whose, limit: mailLimits.address },
  }
}

function ofStrangers(kind: StrangerMail, email: string): Count {
  return { what: `${kind}-strangers`, whose: email, limit: strangerMailCaps[kind] }
}
