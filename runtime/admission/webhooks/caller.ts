/**
 * Calls webhooks: over TLS, with the credentials that a file says (seed 3, "Webhook credentials of the API server"), within the time of the
 * webhook and of the request. A redirect is an answer that is none, and what is longer than any patch can be is not read to its end.
 */
import type { Agent, request } from 'node:https';
import { BrokenAnswer, type Posted, post } from '../../remote/post.ts';
import type { RemoteUser } from '../../remote/service-file.ts';
import type { WatchCache } from '../../watch/contract.ts';
import { connectionSentence } from './connection-sentence.ts';
import { CallFailure, statusSentence } from './failure.ts';
import type { Hook, HookAddress } from './hook.ts';
import type { HookCaller, UserFor } from './parts.ts';
import { placeOf } from './service.ts';

/** Of calls of one webhook at once; who comes then waits for one that is free, within his time. */
const maxConnections = 100;
/** A patch may hold an object of 3 MiB, which base64 makes four of. */
const maxAnswerBytes = 6 * 1024 * 1024;

export interface CallerParts {
	readonly cache: WatchCache;
	readonly userFor: UserFor;
	/** Services lead to one of their Endpoints. */
	readonly byEndpoints: boolean;
}

interface Loaded {
	readonly Agent: typeof Agent;
	readonly request: typeof request;
}

export class Caller implements HookCaller {
	readonly #parts: CallerParts;
	readonly #loaded: Loaded;
	/** Connections, by whom they lead to and who vouches for him. */
	readonly #agents = new Map<string, Agent>();

	constructor(parts: CallerParts, loaded: Loaded) {
		this.#parts = parts;
		this.#loaded = loaded;
	}

	async call(hook: Hook, body: string, signal: AbortSignal): Promise<string> {
		const { name, address, timeoutSeconds } = hook;
		const { url, shown, target, servername } = targetOf(address, timeoutSeconds);
		const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1000)]);
		let posted: Posted;
		try {
			const at = address.service && { ...placeOf(this.#parts.cache, address.service, this.#parts.byEndpoints), servername };
			const user = this.#parts.userFor(target);
			const agent = this.#agentFor(address, user, servername);
			const authorization = await user.authorization();
			posted = await post({ agent, request: this.#loaded.request }, { url, at, body, authorization, maxAnswerBytes, signal: bounded });
		} catch (error) {
			const why = bounded.aborted ? 'context deadline exceeded' : connectionSentence(error instanceof BrokenAnswer ? error.cause : (error as Error));
			const what = error instanceof BrokenAnswer ? broken : `Post ${JSON.stringify(shown)}`;
			throw new CallFailure(name, `failed to call webhook: ${what}: ${why}`, 503, error);
		}
		const { status, text } = posted;
		if (status >= 200 && status <= 206 && text !== '') return text;
		throw new CallFailure(name, `failed to call webhook: ${refusalOf(posted)}`, status >= 200 && status <= 206 ? 503 : status);
	}

	/** Those that no webhook leads to any more are closed once nothing is under way on them. */
	keep(hooks: readonly Hook[]): void {
		const wanted = new Set(hooks.map(({ address }) => JSON.stringify(address)));
		for (const [key, agent] of this.#agents) {
			if (wanted.has(key)) continue;
			this.#agents.delete(key);
			retire(agent);
		}
	}

	/** What is under way fails. */
	close(): void {
		for (const agent of this.#agents.values()) agent.destroy();
		this.#agents.clear();
	}

	#agentFor(address: HookAddress, { cert, key }: RemoteUser, servername: string | undefined): Agent {
		const place = JSON.stringify(address);
		let agent = this.#agents.get(place);
		if (agent === undefined) {
			const { ca } = address;
			agent = new this.#loaded.Agent({
				...{ keepAlive: true, maxSockets: maxConnections, cert, key },
				...(ca !== '' && { ca }),
				...(servername !== undefined && { servername }),
			});
			this.#agents.set(place, agent);
		}
		return agent;
	}
}

/** What is under way comes to its end. */
function retire(agent: Agent): void {
	agent.maxFreeSockets = 0;
	for (const idle of Object.values(agent.freeSockets)) for (const socket of idle ?? []) socket.destroy();
}

const broken = 'unexpected error when reading response body. Please retry. Original error';

/** More of what somebody else answers is nobody's business. */
const longestShown = 2048;

/** Of an answer that is none: a Status says itself what it is. */
function refusalOf({ status, text, headers }: Posted): string {
	const type = headers['content-type'] ?? '';
	if (status >= 200 && status <= 206) return `0-length response with status code: ${status} and content type: ${type}`;
	if (type.startsWith('text/') || type === '') return statusSentence(status, text.trim().slice(0, longestShown));
	try {
		const { kind, message } = JSON.parse(text) as { readonly kind?: unknown; readonly message?: unknown };
		if (kind === 'Status' && typeof message === 'string') return message.slice(0, longestShown);
	} catch {
		// Whatever it says, it is none.
	}
	return statusSentence(status, 'unknown');
}

interface Target {
	readonly url: URL;
	/** In messages. */
	readonly shown: string;
	/** Host and port. */
	readonly target: string;
	readonly servername: string | undefined;
}

/** The webhook is told how long it has. */
function targetOf({ url, service }: HookAddress, timeoutSeconds: number): Target {
	const named = service && `${service.name}.${service.namespace}.svc`;
	const made = new URL(service === undefined ? (url ?? '') : `https://${named}:${service.port}`);
	if (service !== undefined) made.pathname = service.path;
	made.searchParams.set('timeout', `${timeoutSeconds}s`);
	const shown = service === undefined ? made.href : `https://${named}:${service.port}${made.pathname}${made.search}`;
	return { url: made, shown, target: `${made.hostname}:${service?.port ?? (made.port || '443')}`, servername: named };
}
