// A program of lines: requests and answers are JSON, one a line, so that `cargo xtask bench` can take turns between
// programs of any language.

import { createInterface } from 'node:readline';

/** Says `ready` by itself, then answers each request by the command that it names, until there are no more. */
export async function answer(ready, commands) {
  const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
  say(ready);
  for await (const line of createInterface({ input: process.stdin })) {
    const { do: command, ...options } = JSON.parse(line);
    say(await commands[command](options));
  }
}
