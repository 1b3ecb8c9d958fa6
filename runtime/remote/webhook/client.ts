/**
 * Calls webhooks over TLS with configured credentials (seed 3, "Webhook credentials of the API server"). A call is bounded by the timeouts
 * of the webhook and of the request. A redirect is an invalid answer, and a longer answer than `maxAnswerBytes` is not read to its end.
 */
import type { Agent, request } from 'node:https';
import type { WebhookAddress } from '../../model/webhook-address.ts';
import { sleep } from '../../scheduling/sleep.ts';
import type { WatchCache } from '../../watch/contract.ts';
import { BrokenAnswer, type PostResult, post } from '../post.ts';
import type { RemoteUser } from '../service-file.ts';
import { trustsEachCertificate } from '../trust.ts';
import { answerSentence } from './answer-sentence.ts';
import { connectionSentence } from './connection-sentence.ts';
import { placeOf } from './service.ts';

/** Maximum number of concurrent calls to one webhook. Further calls wait for a free connection, within their timeout. */
const maxConnections = 100;

export interface WebhookClientParts {
	readonly cache: Pick<WatchCache, 'get'>;
	/** Returns the credentials for a host and port. */
	readonly userFor: (target: string) => RemoteUser;
	/** True when services are called at one of their endpoints. */
	readonly byEndpoints: boolean;
	readonly maxAnswerBytes: number;
}

/** The webhook was not reached, or its answer is empty or unsuccessful. The message is one sentence. */
export class WebhookCallError extends Error {
	/** Status of the answer; 503 without one. */
	readonly code: number;

	constructor(why: string, code: number, cause?: unknown) {
		super(why, { cause });
		this.code = code;
	}
}

interface LoadedModules {
	readonly Agent: typeof Agent;
	readonly request: typeof request;
}

/** Makes a client. `signal` closes its connections. */
export async function webhookClient(parts: WebhookClientParts, signal: AbortSignal): Promise<WebhookClient> {
	const { Agent, request } = await import('node:https');
	const client = new WebhookClient(parts, { Agent, request });
	signal.addEventListener('abort', () => client.close(), { once: true });
	return client;
}

export class WebhookClient {
	readonly #parts: WebhookClientParts;
	readonly #loaded: LoadedModules;
	/** Agents by address and CA. */
	readonly #agents = new Map<string, Agent>();

	constructor(parts: WebhookClientParts, loaded: LoadedModules) {
		this.#parts = parts;
		this.#loaded = loaded;
	}

	/** Posts a body and returns the text of the answer. `signal` is the request's. Rejects with WebhookCallError. */
	async call(address: WebhookAddress, timeoutSeconds: number, body: string, signal: AbortSignal): Promise<string> {
		const { url, shown, target, servername } = targetOf(address, timeoutSeconds);
		const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1000)]);
		let posted: PostResult;
		try {
			const { cache, userFor, byEndpoints, maxAnswerBytes } = this.#parts;
			const at = address.service && { ...placeOf(cache, address.service, byEndpoints), servername };
			const user = userFor(target);
			const agent = this.#agentFor(address, user, servername);
			const authorization = await user.authorization();
			const once = (): Promise<PostResult> => post({ agent, request: this.#loaded.request }, { url, at, body, authorization, maxAnswerBytes, signal: bounded });
			posted = await retried(once, bounded);
		} catch (error) {
			const why = bounded.aborted ? 'context deadline exceeded' : connectionSentence(error instanceof BrokenAnswer ? error.cause : (error as Error));
			const what = error instanceof BrokenAnswer ? broken : `Post ${JSON.stringify(shown)}`;
			throw new WebhookCallError(`${what}: ${why}`, 503, error);
		}
		const { status, text } = posted;
		if (status >= 200 && status <= 206 && text !== '') return text;
		throw new WebhookCallError(answerSentence(posted), status >= 200 && status <= 206 ? 503 : status);
	}

	/** Closes the agents of addresses that no webhook uses any more, after their calls in flight. */
	keep(addresses: Iterable<WebhookAddress>): void {
		const wanted = new Set(Array.from(addresses, (address) => JSON.stringify(address)));
		for (const [key, agent] of this.#agents) {
			if (wanted.has(key)) continue;
			this.#agents.delete(key);
			retire(agent);
		}
	}

	/** Closes all connections. Calls in flight fail. */
	close(): void {
		for (const agent of this.#agents.values()) agent.destroy();
		this.#agents.clear();
	}

	#agentFor(address: WebhookAddress, { cert, key }: RemoteUser, servername: string | undefined): Agent {
		const place = JSON.stringify(address);
		let agent = this.#agents.get(place);
		if (agent === undefined) {
			const { ca } = address;
			agent = new this.#loaded.Agent({
				...{ keepAlive: true, maxSockets: maxConnections, cert, key, ...trustsEachCertificate },
				...(ca !== '' && { ca }),
				...(servername !== undefined && { servername }),
			});
			this.#agents.set(place, agent);
		}
		return agent;
	}
}

/** Maximum number of repetitions of a call, as in all clients of Kubernetes. */
const mostRetries = 10;

/** Repeats a call while the webhook asks for it: with 429 or a server error, and seconds in Retry-After. */
async function retried(once: () => Promise<PostResult>, signal: AbortSignal): Promise<PostResult> {
	for (let left = mostRetries; ; left--) {
		const posted = await once();
		const seconds = retryAfterSeconds(posted);
		if (seconds === undefined || left === 0) return posted;
		await sleep(Math.max(0, seconds) * 1000, signal);
		signal.throwIfAborted();
	}
}

/** Returns the seconds after which the webhook asks for another call, or undefined. A date is no number of seconds. */
function retryAfterSeconds({ status, headers }: PostResult): number | undefined {
	const wanted = headers['retry-after'] ?? '';
	return (status === 429 || status >= 500) && /^[+-]?\d{1,9}$/.test(wanted) ? Number(wanted) : undefined;
}

/** Closes the idle connections of an agent; calls in flight finish. */
function retire(agent: Agent): void {
	agent.maxFreeSockets = 0;
	for (const idle of Object.values(agent.freeSockets)) for (const socket of idle ?? []) socket.destroy();
}

const broken = 'unexpected error when reading response body. Please retry. Original error';

interface Target {
	readonly url: URL;
	/** Text of the URL for messages. */
	readonly shown: string;
	/** Host and port. */
	readonly target: string;
	readonly servername: string | undefined;
}

/** Builds the URL of a call. A query parameter tells the webhook its timeout. */
function targetOf({ url, service }: WebhookAddress, timeoutSeconds: number): Target {
	const named = service && `${service.name}.${service.namespace}.svc`;
	const made = new URL(service === undefined ? (url ?? '') : `https://${named}:${service.port}`);
	if (service !== undefined) made.pathname = service.path;
	made.pathname = cleanPath(made.pathname);
	made.searchParams.set('timeout', `${timeoutSeconds}s`);
	const shown = service === undefined ? made.href : `https://${named}:${service.port}${made.pathname}${made.search}`;
	return { url: made, shown, target: `${made.hostname}:${service?.port ?? (made.port || '443')}`, servername: named };
}

/** Removes repeated slashes and a trailing one, as Kubernetes' client does. A server may redirect such a path, and redirects are refused. */
function cleanPath(path: string): string {
	return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
}
