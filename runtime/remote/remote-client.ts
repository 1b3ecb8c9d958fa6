/**
 * Client of an external service: a POST of JSON over TLS, retried with exponential backoff where that may help (as Kubernetes' webhooks
 * do).
 */
import { pause } from '../api/pause.ts';
import { BrokenAnswer, type HttpModules, post } from './post.ts';
import type { RemoteService } from './service-file.ts';

/** Deadline of one try, to the end of the answer. */
const tryMs = 30_000;
const tries = 5;
const firstPauseMs = 500;
const factor = 1.5;
const jitter = 0.2;
/** Bound on concurrent connections; further requests wait for a free one within their deadline. */
const maxConnections = 100;
/** Bound on an answer. Reviews are small. */
const maxAnswerBytes = 1024 * 1024;

/** Statuses that are worth a retry. */
const passing: ReadonlySet<number> = new Set([429, 500, 504]);

export interface RemoteClient {
	/** Resolves with the text of a successful answer. Rejects with an Error of one sentence. */
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

/** Creates a client. `signal` ends all requests. */
export async function remoteClient(service: RemoteService, signal: AbortSignal, times = usualTimes): Promise<RemoteClient> {
	const { Agent, request } = await import('node:https');
	const { ca, cert, key, servername, rejectUnauthorized } = service;
	const agent = new Agent({ keepAlive: true, maxSockets: maxConnections, ca, cert, key, rejectUnauthorized, ...(servername !== undefined && { servername }) });
	signal.addEventListener('abort', () => agent.destroy(), { once: true });
	return {
		async ask(body) {
			for (let left = tries, pauseMs = times.firstPauseMs; ; pauseMs *= factor) {
				try {
					return await askOnce(service, { agent, request }, body, AbortSignal.any([signal, AbortSignal.timeout(times.tryMs)]));
				} catch (error) {
					if (--left === 0 || signal.aborted || !(error instanceof RemoteFailure) || !error.mayPass) throw error;
				}
				await pause(pauseMs * (1 + Math.random() * jitter), signal);
			}
		},
	};
}

async function askOnce(service: RemoteService, loaded: HttpModules, body: string, signal: AbortSignal): Promise<string> {
	const { url } = service;
	const authorization = await service.authorization();
	const { status, headers, text } = await post(loaded, { url, body, authorization, maxAnswerBytes, signal }).catch((error: Error) => {
		throw failure(error, url, signal);
	});
	if (status >= 200 && status < 300) return text;
	throw new RemoteFailure(`${url.href} answers with status ${status}`, passing.has(status) || retryAfter(headers));
}

function retryAfter(headers: Readonly<Record<string, unknown>>): boolean {
	return /^\d+$/.test(String(headers['retry-after'] ?? ''));
}

function failure(thrown: Error & { readonly code?: string }, url: URL, signal: AbortSignal): Error {
	const error: typeof thrown = thrown instanceof BrokenAnswer ? thrown.cause : thrown;
	if (signal.aborted) return new RemoteFailure(`${url.href} does not answer in time`, false, error);
	return new RemoteFailure(`${url.href} cannot be asked: ${error.message}`, error.code === 'ECONNRESET', error);
}
