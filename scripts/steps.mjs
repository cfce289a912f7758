/**
 * Steps one after another, each with its duration. A failed one does not hide what the next has to say.
 * A step may return the counts of its tests; one that breaks or has failed tests is marked as failed.
 * `atOnce` are several such rows of steps side by side.
 */
export async function runSteps(steps) {
  const results = []
  for (const step of steps)
    if ('atOnce' in step) results.push(...(await Promise.all(step.atOnce.map(runSteps))).flat())
    else results.push(await runStep(...step))
  return results
}

async function runStep(title, step) {
  console.log(`\n— ${title}`)
  const startedAt = performance.now()
  const { counts, failed } = await attempt(step)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const line = `${title}: ${failed ? 'FAILED' : 'done'} in ${seconds} s`
  console.log(line)
  return { line, counts, failed }
}

async function attempt(step) {
  try {
    const counts = await step()
    return { counts, failed: (counts?.failed ?? 0) > 0 }
  } catch (error) {
    console.error(error.message)
    return { failed: true }
  }
}
