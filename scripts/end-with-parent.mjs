/**
 * For a process with a message channel to the one that started it (`--import`). The channel carries no messages: its end
 * says that the other was killed, and then nothing else would stop this process.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
