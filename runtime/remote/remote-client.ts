/**
 * Client of an external service: POSTs JSON over TLS and retries with exponential backoff where useful, as Kubernetes does for webhooks.
 */
import { sleep } from '../scheduling/sleep.ts';
import { BrokenAnswer, type HttpModules, type PostResult, post } from './post.ts';
import type { RemoteService } from './service-file.ts';
import { trustsEachCertificate } from './trust.ts';

/** Time limit of one attempt, including the response. */
const tryMs = 30_000;
const tries = 5;
const firstPauseMs = 500;
const factor = 1.5;
const jitter = 0.2;
/** Maximum number of connections; further requests wait for one within their time limit. */
const maxConnections = 100;
/** Maximum response size in bytes. Reviews are small. */
const maxAnswerBytes = 1024 * 1024;

/** Status codes after which a retry may succeed. */
const passing: ReadonlySet<number> = new Set([429, 500, 504]);

export interface RemoteClient {
	/**
	 * Resolves with the text of a successful response. Rejects with an Error of one sentence, usually a RemoteFailure. `signal` ends the
	 * wait.
	 */
	ask(body: string, signal?: AbortSignal): Promise<string>;
}

export interface RemoteTimes {
	readonly tryMs: number;
	readonly firstPauseMs: number;
}

export const usualTimes: RemoteTimes = { tryMs, firstPauseMs };

export class RemoteFailure extends Error {
	readonly mayPass: boolean;
	/** Unsuccessful response; undefined when there was none. */
	readonly posted: PostResult | undefined;

	constructor(message: string, mayPass: boolean, { cause, posted }: { readonly cause?: unknown; readonly posted?: PostResult } = {}) {
		super(message, { cause });
		this.mayPass = mayPass;
		this.posted = posted;
	}
}

/** Makes a client. `signal` ends all requests. */
export async function remoteClient(service: RemoteService, signal: AbortSignal, times = usualTimes): Promise<RemoteClient> {
	const { Agent, request } = await import('node:https');
	const { ca, cert, key, servername, rejectUnauthorized } = service;
	const tls = { ca, cert, key, rejectUnauthorized, ...trustsEachCertificate, ...(servername !== undefined && { servername }) };
	const agent = new Agent({ keepAlive: true, maxSockets: maxConnections, ...tls });
	signal.addEventListener('abort', () => agent.destroy(), { once: true });
	return {
		async ask(body, requestSignal) {
			const ended = requestSignal === undefined ? signal : AbortSignal.any([signal, requestSignal]);
			for (let left = tries, pauseMs = times.firstPauseMs; ; pauseMs *= factor) {
				try {
					return await askOnce(service, { agent, request }, body, AbortSignal.any([ended, AbortSignal.timeout(times.tryMs)]));
				} catch (error) {
					if (--left === 0 || ended.aborted || !(error instanceof RemoteFailure) || !error.mayPass) throw error;
				}
				await sleep(pauseMs * (1 + Math.random() * jitter), ended);
			}
		},
	};
}

async function askOnce(service: RemoteService, loaded: HttpModules, body: string, signal: AbortSignal): Promise<string> {
	const { url } = service;
	const authorization = await service.authorization();
	const posted = await post(loaded, { url, body, authorization, maxAnswerBytes, signal }).catch((error: Error) => {
		throw failure(error, url, signal);
	});
	const { status, headers, text } = posted;
	if (status >= 200 && status < 300) return text;
	throw new RemoteFailure(`${url.href} answers with status ${status}`, passing.has(status) || retryAfter(headers), { posted });
}

function retryAfter(headers: Readonly<Record<string, unknown>>): boolean {
	return /^\d+$/.test(String(headers['retry-after'] ?? ''));
}

function failure(thrown: Error & { readonly code?: string }, url: URL, signal: AbortSignal): Error {
	const error: typeof thrown = thrown instanceof BrokenAnswer ? thrown.cause : thrown;
	if (signal.aborted) return new RemoteFailure(`${url.href} does not answer in time`, false, { cause: error });
	return new RemoteFailure(`${url.href} cannot be asked: ${error.message}`, error.code === 'ECONNRESET', { cause: error });
}
