import type { JstDate } from '#kernel/jst.ts'
import { consentCountsFrom, type VersionHead, versionInForce } from './versions.ts'

/** A version of one page, and when the person agreed to it; null if they have not. */
export type AskedVersion = VersionHead & { agreedAt: Date | null }

export type Asked<V extends AskedVersion> = {
  /** The version in force: what is agreed to. */
  version: V
  /** They have never agreed to any version of this page. */
  isFirst: boolean
  /** What has changed since their last agreement, newest first; empty for a first consent. */
  changes: V[]
  /** The next material change that is known and not in force yet. It is asked about on its day, not before. */
  planned: V | null
}

/**
 * What a person is asked about one page on a day: the version in force, unless they have agreed to its last material
 * change or to anything later. null if there is nothing to ask.
 */
export function askedOn<V extends AskedVersion>(versions: readonly V[], day: JstDate): Asked<V> | null {
  const from = consentCountsFrom(versions, day)
  const version = versionInForce(versions, day)
  const agreed = Math.max(0, ...versions.filter(({ agreedAt }) => agreedAt !== null).map(({ number }) => number))
  if (from === null || !version || agreed >= from) return null
  const isFirst = agreed === 0
  const changes = versions.filter(({ number }) => number > agreed && number <= version.number)
  const later = versions.filter(({ effectiveOn, material }) => effectiveOn > day && material)
  return {
    version,
    isFirst,
    changes: isFirst ? [] : changes.toSorted((a, b) => b.number - a.number),
    planned: later.toSorted((a, b) => a.number - b.number)[0] ?? null,
  }
}

/** Why a page still has to be agreed to. `newer`: another version has come into force since the form was shown. */
export type WhyUnagreed = 'unticked' | 'newer'

/** The sentence beside the box. */
export const unagreedText: Record<WhyUnagreed, (title: string) => string> = {
  unticked: (title) => `${title}を確認し、同意欄にチェックを入れてください。`,
  newer: (title) => `${title}が改定されました。新しい版を確認し、再度チェックを入れてください。`,
}
