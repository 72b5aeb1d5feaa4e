// A local server that answers like the server of a language model, also to web pages (CORS), and records the requests.

import { createServer } from 'node:http';

/** The text about which a request asks the model: the last message of the request. */
const subjectOf = (body) => body.messages.at(-1).content;

/** Log-probability of the answer to a text: deterministic, but different for most texts. */
function logprob(text) {
  let hash = 0;
  for (const char of text) hash = (hash * 31 + char.codePointAt(0)) % 1009;
  return -hash / 64;
}

/**
 * Starts the server. Tests may change the following properties of the returned object at any time.
 * `delay` is the number of milliseconds before each answer.
 * `refuse` is the HTTP status of all answers. If `refuse` is not set, the server answers normally.
 * `headers` are additional headers of all answers. `answer` returns the answer to a text.
 * `sure` returns the log-probability of the answer to a text.
 * With `obeysChoices`, each answer is one of the choices of a request, as in vLLM. Otherwise choices have no effect.
 * A request with more than `maxMessages` messages is refused, as if the prompt exceeded the context of the model.
 */
export async function startModel() {
  const model = {
    requests: [], delay: 0, refuse: undefined, headers: {}, answer: () => 'card', sure: logprob, obeysChoices: false, maxMessages: Infinity,
  };
  const server = createServer((request, response) => {
    const head = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': 'content-type, authorization',
      'Content-Type': 'application/json',
      ...model.headers,
    };
    if (request.method === 'OPTIONS') return response.writeHead(204, head).end();
    let text = '';
    request.on('data', (piece) => { text += piece; });
    request.on('end', async () => {
      const body = JSON.parse(text);
      model.requests.push({ url: request.url, key: request.headers.authorization, cookie: request.headers.cookie, subject: subjectOf(body), body });
      await new Promise((resolve) => { setTimeout(resolve, model.delay); });
      if (model.refuse) return response.writeHead(model.refuse, head).end('{"error":{"message":"not today"}}');
      if (body.messages.length > model.maxMessages) {
        return response.writeHead(400, head).end('{"error":{"message":"the prompt exceeds the context size"}}');
      }
      const [said, sure] = [model.answer(subjectOf(body)), model.sure(subjectOf(body))];
      const choices = (model.obeysChoices && body.guided_choice) || [said];
      const content = choices.find((choice) => choice.trim() === said) ?? choices[0];
      const tokens = [[content.slice(0, 2), sure], [content.slice(2), sure / 2]].map(([token, logprob]) => ({ token, logprob, bytes: [...Buffer.from(token)] }));
      const choice = { index: 0, message: { role: 'assistant', content }, logprobs: { content: tokens }, finish_reason: 'stop' };
      return response.writeHead(200, head).end(JSON.stringify({ object: 'chat.completion', choices: [choice] }));
    });
    return undefined;
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  model.origin = `http://127.0.0.1:${server.address().port}`;
  model.stop = () => { server.closeAllConnections(); server.close(); };
  return model;
}
