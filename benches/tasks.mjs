// How long the tasks of a page's own thread are: what a person waits for before the page answers.

/** Runs in the page. */
const mark = (name) => { performance.mark(name); };

/**
 * Does `work` with the page, and gives of the longest of the tasks on its own thread meanwhile how long they took, in
 * milliseconds: by the clock, which also counts what other programs took of the machine, and of the processor. By
 * Chromium's trace.
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
  // What it leads to, such as the next picture, is part of it.
  await page.waitForTimeout(200);
  const complete = new Promise((resolve) => { session.once('Tracing.tracingComplete', resolve); });
  await session.send('Tracing.end');
  const { dataLossOccurred } = await complete;
  await session.detach();
  if (dataLossOccurred || !thread) throw new Error('the trace is not whole');
  const own = tasks.filter(({ pid, tid, ts }) => pid === thread.pid && tid === thread.tid && ts >= thread.ts);
  // Of a task during which the trace began, the processor's time is not known.
  const longest = (key) => own.reduce((most, task) => Math.max(most, (task[key] ?? 0) / 1000), 0);
  return { longest_task_ms: longest('dur'), longest_task_cpu_ms: longest('tdur') };
}
