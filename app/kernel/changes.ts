/**
 * Committed changes of the database, as this process hears of them (infra/db/change-feed.server.ts). What is kept in
 * memory is used only while `isCurrent` says that nothing older than a second can have been missed.
 */
export type Changes = {
  /** Whether everything that was committed up to a second ago has been heard. */
  isCurrent(): boolean
  /** Asks for the proof that `isCurrent` lacks; false if the database does not answer at once. */
  becomesCurrent(): Promise<boolean>
  /** Ends when everything that was committed before the call has been heard, or after a second. */
  caughtUp(): Promise<void>
  /** `missed`: the connection was lost meanwhile, so anything may have changed. */
  listen(channel: string, ear: ChangeEar): void
  /** A line for the log: what could not be kept, and why. */
  notice(line: string): void
}
export type ChangeEar = { heard(payload: string): void; missed(): void }

const attached = new WeakMap<object, Changes>()

/** Whether what is read over this connection may be kept. */
export const isKept = async (db: object): Promise<boolean> => {
  const changes = changesOf(db)
  return changes !== null && (changes.isCurrent() || (await changes.becomesCurrent()))
}

/** Null: this process hears of no changes (tests, jobs, a transaction), and nothing is kept. */
export const changesOf = (db: object): Changes | null => attached.get(db) ?? null

export const attachChanges = (db: object, changes: Changes): void => {
  attached.set(db, changes)
}
