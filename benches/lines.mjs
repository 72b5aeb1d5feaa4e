// Requests and answers of a benchmark program are JSON, one per line.
// Therefore `cargo xtask bench` can alternate between programs in any language.

import { createInterface } from 'node:readline';

/** Prints `ready`, then answers each request with the command that the request names. Ends when stdin is closed. */
export async function answer(ready, commands) {
  const send = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
  send(ready);
  for await (const line of createInterface({ input: process.stdin })) {
    const { do: command, ...options } = JSON.parse(line);
    send(await commands[command](options));
  }
}
