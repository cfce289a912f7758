import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** The limit server (limit-server.ts) in a process of its own, on the data of the app that is measured. */
export async function startLimit(dataDir: string): Promise<{ origin: string; end(): Promise<void> }> {
  const child = spawn(process.execPath, ['bench/limit-server.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await addressOf(child)
  return {
    origin,
    end: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    const address = /Listening: (http:\S+)/.exec(said)?.[1]
    if (address) return address
  }
  throw new Error(`the limit server ended: ${said}`)
}
