// Measures the tasks of a page's main thread. The page cannot respond to the user during a task.

const mark = (name) => { performance.mark(name); };

/**
 * Calls `work` with the page.
 * Returns the longest wall-clock time and the longest CPU time of a task on the page's main thread, in milliseconds.
 * Wall-clock time includes the time during which other programs used the processor. Both times come from Chromium's trace.
 */
export async function longestTask(page, work) {
  const session = await page.context().newCDPSession(page);
  const begun = `begun-${Date.now()}`;
  const tasks = [];
  let thread;
  session.on('Tracing.dataCollected', ({ value }) => {
    thread ??= value.find(({ name }) => name === begun);
    tasks.push(...value.filter(({ ph, name }) => ph === 'X' && name.endsWith('RunTask')));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { traceBufferSizeInKb: 1 << 20, includedCategories: ['toplevel', 'blink.user_timing'] },
  });
  await page.evaluate(mark, begun);
  await work();
  // The pause lets the trace include the effects of `work`, such as the next frame.
  await page.waitForTimeout(200);
  const complete = new Promise((resolve) => { session.once('Tracing.tracingComplete', resolve); });
  await session.send('Tracing.end');
  const { dataLossOccurred } = await complete;
  await session.detach();
  if (dataLossOccurred || !thread) throw new Error('the trace is not whole');
  const own = tasks.filter(({ pid, tid, ts }) => pid === thread.pid && tid === thread.tid && ts >= thread.ts);
  // A task that was running when the trace began has no CPU time.
  const longest = (key) => own.reduce((most, task) => Math.max(most, (task[key] ?? 0) / 1000), 0);
  return { longest_task_ms: longest('dur'), longest_task_cpu_ms: longest('tdur') };
}
