// Requests to a benchmark program and its answers are JSON, one per line, in stdin and stdout.
// Programs in any language can use this format, and `cargo xtask bench` can alternate between the programs.

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
