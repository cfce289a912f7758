import type { JstDate } from '#kernel/jst.ts'

/** What a list of versions shows; the text itself is read for one version only. */
export type VersionHead = {
  number: number
  effectiveOn: JstDate
  changeNote: string
  material: boolean
}

/** earlier: still readable. planned: known, and in force from its day on. */
export type VersionState = 'earlier' | 'inForce' | 'planned'

/** The version in force on a day: the highest number whose day has come. null before the first. */
export const versionInForce = <V extends VersionHead>(versions: readonly V[], day: JstDate): V | null =>
  versions.filter(({ effectiveOn }) => effectiveOn <= day).sort((a, b) => b.number - a.number)[0] ?? null

/** Every version with its state on a day, newest first. */
export function versionsOn<V extends VersionHead>(
  versions: readonly V[],
  day: JstDate,
): (V & { state: VersionState })[] {
  const inForce = versionInForce(versions, day)
  return versions
    .toSorted((a, b) => b.number - a.number)
    .map((version) => ({ ...version, state: stateOf(version, inForce, day) }))
}

function stateOf(version: VersionHead, inForce: VersionHead | null, day: JstDate): VersionState {
  if (version.effectiveOn > day) return 'planned'
  return version.number === inForce?.number ? 'inForce' : 'earlier'
}

/**
 * From which number on a consent still counts on this day: that of the last material change in force. A later change of
 * wording alone requires no new consent.
 */
export const consentCountsFrom = (versions: readonly VersionHead[], day: JstDate): number | null =>
  versionInForce(
    versions.filter(({ material }) => material),
    day,
  )?.number ?? null
