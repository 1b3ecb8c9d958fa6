/** Asks a service of somebody else: a POST of JSON over TLS, again after a growing pause where that may help (as Kubernetes' webhooks do). */
import type { Agent, request } from 'node:https';
import { pause } from '../../api/pause.ts';
import type { RemoteService } from './service-file.ts';

/** One try, to the end of the answer. */
const tryMs = 30_000;
const tries = 5;
const firstPauseMs = 500;
const factor = 1.5;
const jitter = 0.2;
/** At once; who comes then waits for one that is free, within its time. */
const maxConnections = 100;
/** A review is small; what is larger is none. */
const maxAnswerBytes = 1024 * 1024;

/** Statuses that may be others a moment later. */
const passing: ReadonlySet<number> = new Set([429, 500, 504]);

export interface RemoteClient {
	/** The text of an answer of success. Rejects with an Error of one sentence when there is none. */
	ask(body: string): Promise<string>;
}

export interface RemoteTimes {
	readonly tryMs: number;
	readonly firstPauseMs: number;
}

export const usualTimes: RemoteTimes = { tryMs, firstPauseMs };

class RemoteFailure extends Error {
	readonly mayPass: boolean;

	constructor(message: string, mayPass: boolean, cause?: unknown) {
		super(message, { cause });
		this.mayPass = mayPass;
	}
}

/** What is loaded for the first service that is asked. */
interface Loaded {
	readonly agent: Agent;
	readonly request: typeof request;
}

/** `signal`: nothing is asked any longer. */
export async function remoteClient(service: RemoteService, signal: AbortSignal, times = usualTimes): Promise<RemoteClient> {
	const { Agent, request } = await import('node:https');
	const { ca, cert, key, servername, rejectUnauthorized } = service;
	const agent = new Agent({ keepAlive: true, maxSockets: maxConnections, ca, cert, key, rejectUnauthorized, ...(servername !== undefined && { servername }) });
	signal.addEventListener('abort', () => agent.destroy(), { once: true });
	return {
		async ask(body) {
			for (let left = tries, pauseMs = times.firstPauseMs; ; pauseMs *= factor) {
				try {
					return await post(service, { agent, request }, body, AbortSignal.any([signal, AbortSignal.timeout(times.tryMs)]));
				} catch (error) {
					if (--left === 0 || signal.aborted || !(error instanceof RemoteFailure) || !error.mayPass) throw error;
				}
				await pause(pauseMs * (1 + Math.random() * jitter), signal);
			}
		},
	};
}

async function post(service: RemoteService, { agent, request }: Loaded, body: string, signal: AbortSignal): Promise<string> {
	const authorization = await service.authorization();
	const headers = {
		accept: 'application/json',
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(body),
		...(authorization !== undefined && { authorization }),
	};
	return new Promise((answered, failed) => {
		const fail = (error: Error): void => failed(failure(error, service.url, signal));
		const asked = request(service.url, { method: 'POST', agent, headers, signal }, (response) => {
			const parts: Buffer[] = [];
			let bytes = 0;
			response.on('error', fail);
			response.on('data', (part: Buffer) => {
				bytes += part.length;
				if (bytes > maxAnswerBytes) asked.destroy(new Error(`it answers more than ${maxAnswerBytes} bytes`));
				else parts.push(part);
			});
			response.on('end', () => {
				const { statusCode = 0 } = response;
				if (statusCode >= 200 && statusCode < 300) return answered(Buffer.concat(parts).toString());
				failed(new RemoteFailure(`${service.url.href} answers with status ${statusCode}`, passing.has(statusCode) || retryAfter(response.headers)));
			});
		});
		asked.on('error', fail);
		asked.end(body);
	});
}

function retryAfter(headers: Readonly<Record<string, unknown>>): boolean {
	return /^\d+$/.test(String(headers['retry-after'] ?? ''));
}

function failure(error: Error & { readonly code?: string }, url: URL, signal: AbortSignal): Error {
	if (signal.aborted) return new RemoteFailure(`${url.href} does not answer in time`, false, error);
	return new RemoteFailure(`${url.href} cannot be asked: ${error.message}`, error.code === 'ECONNRESET', error);
}
