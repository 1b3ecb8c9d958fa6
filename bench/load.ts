/**
 * The load generator, a separate process: N clients over TLS, each sending its next request when the previous response has arrived. Over
 * HTTP/1.1 each has a connection; over HTTP/2 several share one, as those of a program do. Requests are prepared bytes and responses are
 * only measured, so that the generator costs less than the server. Argument, phases and result are JSON lines.
 */
import { setPriority } from 'node:os';
import { connect, type TLSSocket } from 'node:tls';
import { Http2Session } from './load-http2.ts';

export interface LoadArgument {
	readonly port: number;
	readonly ca: string;
	readonly cert: string;
	readonly key: string;
	readonly clients: number;
	/** Protocol; HTTP/1.1 when absent. */
	readonly protocol?: 'http2';
	/** Total number of requests, or the duration, after which the run ends. */
	readonly requests?: number;
	readonly durationMs?: number;
	/** Time at the start without measuring, in which this process compiles its own code. Comes before `durationMs`. */
	readonly warmUpMs?: number;
	readonly method: string;
	/**
	 * Path of the requests. In path and body `{i}` becomes the request's number, `{n}` the same without `wrap`, `{t}` the time of sending
	 * in ms since the epoch.
	 */
	readonly path: string;
	readonly body?: string;
	readonly contentType?: string;
	readonly accept?: string;
	/** First number of `{i}`. */
	readonly start?: number;
	/** Modulus of `{i}`. */
	readonly wrap?: number;
	/** Bearer token of the client, instead of the certificate. */
	readonly token?: string;
	/** Set when 429 is not a failure: such responses are counted separately. */
	readonly mayBeSentAway?: boolean;
	/** Priority of this process in the system's terms: a higher value yields to other processes. Negative values need root. */
	readonly priority?: number;
	/** Maximum number of requests a second over all clients. */
	readonly ratePerSecond?: number;
}

/** A line when measuring begins, after connections are open and code is compiled, and one when it ends; then the result follows. */
export interface LoadPhase {
	readonly phase: 'measuring' | 'measured';
}

export interface LoadAnswer {
	/** Responses while measuring, except 429 when that is not a failure. */
	readonly requests: number;
	/** Responses with 429 while measuring, when that is not a failure. */
	readonly sentAway: number;
	readonly errors: number;
	readonly firstError?: string;
	readonly seconds: number;
	readonly bytes: number;
	readonly p50Ms: number;
	readonly p99Ms: number;
}

const argument = JSON.parse(process.argv[2] ?? '{}') as LoadArgument;
if (argument.priority !== undefined && (argument.priority > 0 || process.getuid?.() === 0)) setPriority(argument.priority);
const latencies: number[] = [];
let issued = 0;
let sentAway = 0;
let errors = 0;
let firstError: string | undefined;
let bytes = 0;
let running = 0;
let started = 0;
/** Time at which measuring begins. */
let measuredFrom = 0;
/** Time at which measuring ends: later responses of requests in flight are awaited but not counted. */
let measuredTo = Number.POSITIVE_INFINITY;
let phase: LoadPhase['phase'] | undefined;

/** Cuts a text at its placeholders once, so that filling it is joining. Odd parts are placeholders. */
const cut = (text: string): readonly string[] => text.split(/\{([int])\}/);
function fill(parts: readonly string[], number: number, unwrapped: number): string {
	let text = parts[0] as string;
	for (let i = 1; i < parts.length; i += 2) {
		const placeholder = parts[i];
		text += (placeholder === 'i' ? number : placeholder === 'n' ? unwrapped : Date.now()) + (parts[i + 1] as string);
	}
	return text;
}
const isOver = (): boolean => (argument.requests !== undefined && issued >= argument.requests) || performance.now() >= measuredTo;

const path = cut(argument.path);
const body = argument.body === undefined ? undefined : cut(argument.body);
const head = ` HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: ${argument.accept ?? 'application/json'}\r\n${argument.token === undefined ? '' : `Authorization: Bearer ${argument.token}\r\n`}`;
const contentHead = `${head}Content-Type: ${argument.contentType ?? 'application/json'}\r\nContent-Length: `;

function requestText(number: number, unwrapped: number): string {
	const start = `${argument.method} ${fill(path, number, unwrapped)}`;
	if (body === undefined) return `${start}${head}\r\n`;
	const content = fill(body, number, unwrapped);
	return `${start}${contentHead}${Buffer.byteLength(content)}\r\n\r\n${content}`;
}

/** Number of first bytes in which the header of a response is searched. */
const headBytes = 2048;
const endOfHead = Buffer.from('\r\n\r\n');

abstract class Client {
	protected sentAt = 0;

	protected abstract write(number: number, unwrapped: number): void;
	protected abstract close(): void;

	send(): void {
		if (isOver()) {
			this.finish();
			return;
		}
		const next = (argument.start ?? 0) + issued;
		const number = argument.wrap === undefined ? next : next % argument.wrap;
		issued++;
		if (argument.ratePerSecond !== undefined) {
			const due = started + (issued / argument.ratePerSecond) * 1000 - performance.now();
			if (due > 1) {
				setTimeout(() => this.write(number, next), due);
				return;
			}
		}
		this.write(number, next);
	}

	protected answered(code: string): void {
		const now = performance.now();
		const isAway = argument.mayBeSentAway === true && code === '429';
		if (now >= measuredFrom && now < measuredTo) {
			if (isAway) sentAway++;
			else latencies.push(now - this.sentAt);
		}
		if (code[0] !== '2' && !isAway) errors++;
		this.send();
	}

	protected failed(error: unknown): void {
		errors++;
		firstError ??= String(error);
		this.finish();
	}

	private finish(): void {
		this.close();
		if (--running === 0) report();
	}
}

/** Streams of one connection, as of a program that uses HTTP/2. */
const streamsOfSession = 16;

class StreamClient extends Client {
	private readonly session: Http2Session;

	constructor(session: Http2Session) {
		super();
		this.session = session;
	}

	protected write(number: number, unwrapped: number): void {
		this.sentAt = performance.now();
		const content = body === undefined ? undefined : Buffer.from(fill(body, number, unwrapped));
		this.session.ask({ method: argument.method, path: fill(path, number, unwrapped), headers: headersOfStreams, body: content }, (code, answerBytes) => {
			bytes += answerBytes;
			if (code[0] !== '2') firstError ??= `${code} over HTTP/2`;
			this.answered(code);
		});
	}

	protected close(): void {
		this.session.leave();
	}
}

const headersOfStreams: readonly (readonly [string, string])[] = [
	['accept', argument.accept ?? 'application/json'],
	['user-agent', 'bench'],
	...(argument.token === undefined ? [] : [['authorization', `Bearer ${argument.token}`] as const]),
	...(body === undefined ? [] : [['content-type', argument.contentType ?? 'application/json'] as const]),
];

class Connection extends Client {
	private readonly socket: TLSSocket;
	private head = '';
	/** Remaining body bytes; -1: in the header; -2: chunked. */
	private remaining = -1;
	private tail = '';
	private code = '';

	constructor(ready: () => void) {
		super();
		const { port, ca, cert, key, token } = argument;
		this.socket = connect({ host: '127.0.0.1', port, ca, servername: 'localhost', ...(token === undefined && { cert, key }) }, ready);
		this.socket.setNoDelay(true);
		this.socket.on('data', (chunk: Buffer) => this.take(chunk));
		this.socket.on('error', (error) => this.failed(error));
	}

	protected write(number: number, unwrapped: number): void {
		this.sentAt = performance.now();
		this.socket.write(requestText(number, unwrapped));
	}

	protected close(): void {
		this.socket.destroy();
	}

	private take(chunk: Buffer): void {
		bytes += chunk.length;
		if (this.remaining === -1) {
			const inChunk = this.head === '' ? chunk.indexOf(endOfHead) : -1;
			const text = this.head + chunk.toString('latin1', 0, inChunk < 0 ? Math.min(chunk.length, headBytes) : inChunk + 4);
			const end = inChunk < 0 ? text.indexOf('\r\n\r\n') : inChunk;
			if (end < 0) {
				this.head = text;
				return;
			}
			const bodyStart = end + 4 - this.head.length;
			this.code = text.slice(9, 12);
			if (this.code[0] !== '2' && !(argument.mayBeSentAway === true && this.code === '429')) firstError ??= text.slice(0, 400);
			const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end + 2));
			this.head = '';
			if (length) {
				this.remaining = Number(length[1]) - (chunk.length - bodyStart);
			} else {
				this.remaining = -2;
				this.tail = '';
				this.chunked(chunk.subarray(bodyStart));
				return;
			}
		} else if (this.remaining === -2) {
			this.chunked(chunk);
			return;
		} else this.remaining -= chunk.length;
		if (this.remaining === 0) this.over();
	}

	/** Reads a chunked body. The last chunk is empty; its seven bytes end the body and, without pipelining, the socket's data. */
	private chunked(chunk: Buffer): void {
		this.tail = (this.tail + chunk.toString('latin1', Math.max(0, chunk.length - 7))).slice(-7);
		if (this.tail === '\r\n0\r\n\r\n') this.over();
	}

	private over(): void {
		this.remaining = -1;
		this.answered(this.code);
	}
}

/** Reports a phase to the parent process, which accounts for the time between the two. */
function say(now: LoadPhase['phase']): void {
	if (phase === now) return;
	phase = now;
	process.stdout.write(`${JSON.stringify({ phase } satisfies LoadPhase)}\n`);
}

function beginMeasuring(): void {
	say('measuring');
	if (argument.durationMs !== undefined) setTimeout(() => say('measured'), argument.durationMs);
}

function report(): void {
	say('measured');
	const seconds = (Math.min(performance.now(), measuredTo) - measuredFrom) / 1000;
	latencies.sort((a, b) => a - b);
	const at = (share: number): number => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
	const answer: LoadAnswer = {
		requests: latencies.length,
		sentAway,
		errors,
		...(firstError !== undefined && { firstError }),
		seconds,
		bytes,
		p50Ms: at(0.5),
		p99Ms: at(0.99),
	};
	process.stdout.write(`${JSON.stringify(answer)}\n`);
}

const clients: Client[] = [];
let ready = 0;
running = argument.clients;
function connected(): void {
	if (++ready < (argument.protocol === 'http2' ? sessions.length : argument.clients)) return;
	started = performance.now();
	measuredFrom = started + (argument.warmUpMs ?? 0);
	if (argument.durationMs !== undefined) measuredTo = measuredFrom + argument.durationMs;
	if (argument.warmUpMs === undefined) beginMeasuring();
	else setTimeout(beginMeasuring, argument.warmUpMs);
	for (const client of clients) client.send();
}
const sessions: readonly Http2Session[] =
	argument.protocol === 'http2' ? Array.from({ length: Math.ceil(argument.clients / streamsOfSession) }, () => new Http2Session(argument, connected)) : [];
for (let client = 0; client < argument.clients; client++) {
	const session = sessions[Math.floor(client / streamsOfSession)];
	if (session === undefined) clients.push(new Connection(connected));
	else {
		session.join();
		clients.push(new StreamClient(session));
	}
}
