/**
 * Many watchers in a separate process, over HTTP/2 (streams shared by connections), HTTP/1.1 or WebSocket. It reports when all are
 * watching, then counts events (lines, or messages) until each watcher has `expected`. It measures the lag of a sample of them.
 */
import { request } from 'node:https';
import { connect } from 'node:tls';
import { FrameReader, requestFrames, settingsAcknowledged } from './http2-frames.ts';
import { MessageReader, upgradeRequest } from './websocket-frames.ts';

export interface WatchersArgument {
	readonly port: number;
	readonly ca: string;
	readonly cert: string;
	readonly key: string;
	readonly watchers: number;
	readonly protocol: 'http1' | 'http2' | 'websocket';
	readonly streamsPerConnection: number;
	/** Path of the watch; `{w}` in it is the watcher's number. */
	readonly path: string;
	/** Number of events for each watcher, after which the process reports. When absent, it reports at the first line of its input. */
	readonly expected?: number;
	/** Number of first events whose lag is not measured: both sides compile their code then. */
	readonly warmUp: number;
}

export interface WatchersAnswer {
	readonly events: number;
	readonly seconds: number;
	readonly lagP50Ms: number;
	readonly lagP99Ms: number;
}

const argument = JSON.parse(process.argv[2] ?? '{}') as WatchersArgument;
const total = argument.expected === undefined ? Number.POSITIVE_INFINITY : argument.watchers * argument.expected;
if (argument.expected === undefined) process.stdin.once('data', report);
const warmUp = argument.watchers * argument.warmUp;
const lags: number[] = [];
let events = 0;
let watching = 0;
let firstAt = 0;
let chunks = 0;

function started(): void {
	if (++watching === argument.watchers) process.stdout.write('{"watching":true}\n');
}

/**
 * Counts the events of a chunk. Every event is one line with the time of writing as `"t":"<ms>"`; the lag of every 64th chunk is measured.
 */
function take(chunk: Buffer): void {
	begin();
	for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) events++;
	look(chunk);
}

function begin(): void {
	if (events === 0) firstAt = performance.now();
}

function look(chunk: Buffer): void {
	if (++chunks % 64 === 0 && events > warmUp) {
		const text = chunk.toString('latin1', Math.max(0, chunk.length - 2048));
		const sent = /"t":"(\d+)"/.exec(text.slice(text.lastIndexOf('"t":"')));
		if (sent) lags.push(Date.now() - Number(sent[1]));
	}
	if (events === total) report();
}

function report(): void {
	lags.sort((a, b) => a - b);
	const at = (share: number): number => lags[Math.floor(lags.length * share)] ?? 0;
	const answer: WatchersAnswer = { events, seconds: (performance.now() - firstAt) / 1000, lagP50Ms: at(0.5), lagP99Ms: at(0.99) };
	process.stdout.write(`${JSON.stringify(answer)}\n`);
}

const paths = Array.from({ length: argument.watchers }, (_, n) => argument.path.replaceAll('{w}', String(n)));
const tls = { ca: argument.ca, cert: argument.cert, key: argument.key, servername: 'localhost' };
if (argument.protocol === 'http2') {
	for (let first = 0; first < argument.watchers; first += argument.streamsPerConnection) watchHttp2(paths.slice(first, first + argument.streamsPerConnection));
} else if (argument.protocol === 'websocket') {
	for (const path of paths) watchWebSocket(path);
} else {
	for (const path of paths) {
		request({ host: '127.0.0.1', port: argument.port, path, ...tls, agent: false, headers: { accept: 'application/json' } }, (response) => {
			started();
			response.on('data', take);
		}).end();
	}
}

/** Watches over WebSocket, and parses frames itself for the same reason as HTTP/2. */
function watchWebSocket(path: string): void {
	const socket = connect({ host: '127.0.0.1', port: argument.port, ...tls, ALPNProtocols: ['http/1.1'] }, () => {
		socket.write(upgradeRequest(path, { accept: 'application/json' }));
	});
	const reader = new MessageReader(started, () => events++);
	socket.on('data', (chunk: Buffer) => {
		begin();
		reader.take(chunk);
		look(chunk);
	});
}

/** Watches over HTTP/2, and parses frames itself: streams of Node's own client would need more CPU than the measured server. */
function watchHttp2(paths: readonly string[]): void {
	const socket = connect({ host: '127.0.0.1', port: argument.port, ...tls, ALPNProtocols: ['h2'] }, () => {
		socket.write(requestFrames(paths, { accept: 'application/json' }));
	});
	const reader = new FrameReader({ answered: started, data: take, settings: () => socket.write(settingsAcknowledged) });
	socket.on('data', (chunk: Buffer) => reader.take(chunk));
}
