/** What a farmer may do offline. Declining, giving up and agreeing to a cancellation concern money: never queued. */
export const storedTasks: readonly string[] = ['accept', 'acceptPart', 'prepare', 'pack', 'ship']
