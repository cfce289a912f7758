export const printLine = (line: string) => void process.stdout.write(`${line}\n`)

/** What asks a process to end: Ctrl-C, or a service manager. Only the first time counts. */
export function onSignal(end: () => unknown): void {
  let isEnding = false
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.on(signal, () => {
      if (isEnding) return
      isEnding = true
      end()
    })
}
