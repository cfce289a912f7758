/** What a farmer may press without a signal. Refusing, giving up and agreeing to a cancellation is about money: never kept. */
export const keptTasks: readonly string[] = ['accept', 'acceptPart', 'prepare', 'pack', 'ship']
