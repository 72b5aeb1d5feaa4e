// Serves a language model on 127.0.0.1 with OpenAI's completions and chat API:
//
//   node server.mjs MODEL.gguf THREADS
//
// Prints one line of JSON with the port when the server is ready, and exits when stdin is closed.
// Answers one request at a time, because two requests would share the CPU cores.
// Answers are greedy, so that equal prompts have equal answers. `guided_choice` restricts the answers, as in vLLM.

import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { getLlama } from 'node-llama-cpp';

const CONTEXT = 4096;
/** Maximum value of `top_logprobs` in OpenAI's API. */
const MOST_ALTERNATIVES = 20;

const [modelPath, threads] = process.argv.slice(2);
const llama = await getLlama({
  gpu: false,
  build: 'never',
  maxThreads: Number(threads),
  progressLogs: false,
  // llama.cpp logs to stderr, because stdout has only the line with the port.
  logger: (level, message) => process.stderr.write(`llama.cpp, ${level}: ${message.trimEnd()}\n`),
});
const model = await llama.loadModel({ modelPath });
// The full cache also keeps tokens outside the sliding window, so that common beginnings of prompts are computed once.
const context = await model.createContext({ contextSize: CONTEXT, sequences: 1, swaFullCache: true });
const sequence = context.getSequence();

/** An error that is sent to the client with an HTTP status. */
class Refusal extends Error {
  constructor(status, message, code) {
    super(message);
    Object.assign(this, { status, code });
  }
}

/**
 * A base model has no chat format, so chat messages are joined into one text, with an empty line after each answer.
 */
function promptOf(body, isChat) {
  if (!isChat) {
    if (typeof body.prompt !== 'string') throw new Refusal(400, '`prompt` must be a string');
    return body.prompt;
  }
  if (!Array.isArray(body.messages)) throw new Refusal(400, '`messages` must be a list');
  return body.messages.map(({ role, content }) => (role === 'assistant' ? ` ${content}\n\n` : content)).join('');
}

/** Texts that end the answer. In a chat, an empty line also ends the answer, because it separates two messages. */
function stopsOf(body, isChat) {
  const given = [body.stop ?? []].flat();
  return isChat ? [...given, '\n\n'] : given;
}

/** Requested number of alternatives per token; undefined if the request asks for no log-probabilities. */
function alternativesOf(body, isChat) {
  const asked = isChat ? body.logprobs === true ? body.top_logprobs ?? 0 : undefined : body.logprobs ?? undefined;
  if (asked !== undefined && !(Number.isInteger(asked) && asked >= 0 && asked <= MOST_ALTERNATIVES)) {
    throw new Refusal(400, `the logprobs of a token must be a whole number from 0 to ${MOST_ALTERNATIVES}`);
  }
  return asked;
}

/**
 * The only answers that a request permits; undefined if every answer is permitted. vLLM uses the same field names.
 * A space separates the answer from the prompt, as in the joined messages of a chat.
 */
function choicesOf(body, isChat) {
  const choices = body.guided_choice ?? body.structured_outputs?.choice;
  if (choices === undefined) return undefined;
  if (!Array.isArray(choices) || choices.length === 0 || !choices.every((choice) => typeof choice === 'string' && choice !== '')) {
    throw new Refusal(400, 'the choices must be a list of strings that are not empty');
  }
  return isChat ? choices.map((choice) => ` ${choice}`) : choices;
}

/**
 * Tokens that end an answer.
 * If a choice is the beginning of a longer choice, an end token selects the shorter choice.
 */
const ENDS = [...new Set([...model.tokenize('\n'), ...model.tokenize('\n\n'), model.tokens.eos, model.tokens.eot])]
  .filter((token) => token !== null && token !== undefined);

/**
 * Continues the prompt by at most `most` tokens. If `choices` are given, continues the prompt by one of the choices.
 * Also returns the log-probabilities of each token and of the alternatives, which do not depend on the choices.
 */
async function complete(prompt, most, stops, alternatives, choices) {
  const tokens = [model.tokens.bos, ...model.tokenize(prompt)].filter((token) => token !== null);
  const promptTokens = tokens.length;
  if (promptTokens + most > CONTEXT) {
    const message = `the context length is ${CONTEXT} tokens, but prompt and answer have up to ${promptTokens + most}`;
    throw new Refusal(400, message, 'context_length_exceeded');
  }
  // The last prompt token is evaluated later, together with the request for the next token.
  let last = tokens.pop();
  await sequence.adaptStateToTokens(tokens, false);
  const rest = tokens.slice(sequence.nextTokenIndex);
  if (rest.length > 0) await sequence.controlledEvaluate(rest);
  const before = [...tokens.slice(-8), last];
  // For each choice that begins with the generated tokens, the tokens that follow.
  let rests = choices?.map((choice) => model.tokenize(choice));
  const generated = [];
  const steps = [];
  let text = '';
  let finish = 'length';
  while (generated.length < most) {
    const isChosen = rests?.some((tokensOfRest) => tokensOfRest.length === 0);
    if (isChosen && rests.length === 1) {
      finish = 'stop';
      break;
    }
    const allowed = rests && [...new Set([...rests.flatMap(([first]) => first ?? []), ...(isChosen ? ENDS : [])])];
    const [{ next }] = (await sequence.controlledEvaluate([[last, {
      generateNext: {
        token: true,
        totalLogitWeight: true,
        logits: { filter: { tokens: allowed ?? [], includeMax: true, includeTop: Math.max(alternatives, 1) } },
        options: { temperature: 0 },
      },
    }]])).slice(-1);
    const listed = [...next.logits].sort(([, a], [, b]) => b - a);
    // Log-sum-exp of all logits.
    const total = listed[0][1] + Math.log(next.totalLogitWeight);
    const token = allowed ? listed.find(([candidate]) => allowed.includes(candidate))[0] : next.token;
    if (model.isEogToken(token) || (isChosen && ENDS.includes(token))) {
      finish = 'stop';
      break;
    }
    rests = rests?.filter(([first]) => first === token).map(([, ...rest]) => rest);
    const spelled = (one) => (model.isEogToken(one) ? '' : model.detokenize([one], false, [...before, ...generated]));
    const chosen = next.logits.get(token) ?? listed[0][1];
    steps.push({
      token: spelled(token),
      logprob: chosen - total,
      top_logprobs: listed.slice(0, alternatives).map(([one, logit]) => ({ token: spelled(one), logprob: logit - total })),
    });
    generated.push(token);
    last = token;
    // All tokens are decoded together, because a letter may consist of several tokens.
    text = model.detokenize(generated, false, before);
    const ends = stops.map((stop) => text.indexOf(stop)).filter((end) => end >= 0);
    if (ends.length > 0) {
      text = text.slice(0, Math.min(...ends));
      finish = 'stop';
      break;
    }
  }
  return { text, steps, finish, promptTokens };
}

function responseOf({ text, steps, finish, promptTokens }, isChat, alternatives) {
  const completion = {
    tokens: steps.map(({ token }) => token),
    token_logprobs: steps.map(({ logprob }) => logprob),
    top_logprobs: steps.map((step) => Object.fromEntries(step.top_logprobs.map(({ token, logprob }) => [token, logprob]))),
  };
  const logprobs = alternatives === undefined ? null : isChat ? { content: steps } : completion;
  const answer = isChat ? { message: { role: 'assistant', content: text } } : { text };
  return {
    choices: [{ index: 0, finish_reason: finish, ...answer, logprobs }],
    usage: { prompt_tokens: promptTokens, completion_tokens: steps.length },
  };
}

async function answer(path, bytes) {
  const isChat = path === '/v1/chat/completions';
  if (!isChat && path !== '/v1/completions') throw new Refusal(404, `there is no ${path}`);
  let body;
  try {
    body = JSON.parse(bytes);
  } catch (error) {
    throw new Refusal(400, `the request is not JSON: ${error.message}`);
  }
  const alternatives = alternativesOf(body, isChat);
  const most = body.max_tokens ?? body.max_completion_tokens ?? 16;
  const choices = choicesOf(body, isChat);
  const completed = await complete(promptOf(body, isChat), most, stopsOf(body, isChat), alternatives ?? 0, choices);
  return responseOf(completed, isChat, alternatives);
}

let turn = Promise.resolve();
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const send = (status, value) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (request.method !== 'POST') {
      send(405, { error: { message: 'only POST is supported' } });
      return;
    }
    turn = turn.then(() => answer(request.url, Buffer.concat(chunks).toString())).then(
      (value) => send(200, value),
      (error) => send(error.status ?? 500, { error: { message: error.message, code: error.code } }),
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  const { version } = JSON.parse(readFileSync(new URL('node_modules/node-llama-cpp/package.json', import.meta.url)));
  console.log(JSON.stringify({ port: server.address().port, version: `node-llama-cpp ${version}` }));
});
process.stdin.resume().on('end', () => process.exit(0));
