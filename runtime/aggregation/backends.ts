/**
 * Connections to extension API servers. The address comes from the Service and its endpoints at each request. One APIService has its own
 * connections and its own bound, so that a slow server takes nothing from the others.
 */
import type { Agent } from 'node:https';
import { type BackendAnswer, type Forwarded, send } from '../remote/forward.ts';
import type { HostPort } from '../remote/webhook/service.ts';
import type { ProxyCertificate } from './proxy-certificate.ts';
import type { RemoteApi } from './remote-apis.ts';
import type { ServiceAddresses } from './service-addresses.ts';

/** Deadline for a connection and its TLS handshake. */
const connectMs = 10_000;
/** Idle connections that one APIService keeps, and the time for which it keeps them. */
const mostIdle = 8;
const idleMs = 30_000;
/**
 * Maximum number of open requests and streams of one APIService. It is far above what clients of one group hold open; each costs a
 * connection and about 50 KiB.
 */
const mostOpen = 1_000;

/** The bound of open requests of one APIService is reached. */
export class TooManyOpen extends Error {}

/** The Service of an APIService has no address. */
export class Unresolved extends Error {}

export interface BackendsParts {
	readonly addresses: ServiceAddresses;
	readonly certificate: ProxyCertificate;
}

interface Connections {
	/** Settings with which the agent was made. */
	readonly settings: string;
	readonly agent: Agent;
	open: number;
}

export class Backends {
	readonly #parts: BackendsParts;
	readonly #connections = new Map<string, Connections>();

	constructor(parts: BackendsParts) {
		this.#parts = parts;
	}

	/**
	 * Sends a request to the service of an APIService. `headersFor` receives host and port. Rejects with Unresolved, TooManyOpen, or the
	 * error of the connection.
	 */
	async send(api: RemoteApi, asked: Omit<Forwarded, 'headers'>, headersFor: (authority: string) => readonly string[]): Promise<BackendAnswer> {
		const { host, port } = this.#placeOf(api);
		const connections = await this.#connectionsOf(api);
		if (connections.open >= mostOpen) throw new TooManyOpen(`${mostOpen} requests of ${api.name} are open, which is all that this server holds`);
		const { name, namespace } = api.service;
		const backend = {
			...{ scheme: 'https' as const, host, port, agent: connections.agent, verifies: api.verifies, connectMs },
			servername: `${name}.${namespace}.svc`,
			tls: { ...this.#parts.certificate.pair, ...(api.authority !== '' && { ca: api.authority }) },
		};
		connections.open++;
		const end = (): void => void connections.open--;
		try {
			const answer = await send(backend, { ...asked, headers: headersFor(`${host.includes(':') ? `[${host}]` : host}:${port}`) });
			(answer.socket ?? answer.message).once('close', end);
			return answer;
		} catch (error) {
			end();
			throw error;
		}
	}

	/** Closes the idle connections of an APIService that no longer exists. Its requests in flight end by themselves. */
	forget(name: string): void {
		const known = this.#connections.get(name);
		if (known === undefined) return;
		this.#connections.delete(name);
		retire(known.agent);
	}

	/** Closes all connections. */
	close(): void {
		for (const { agent } of this.#connections.values()) agent.destroy();
		this.#connections.clear();
	}

	#placeOf({ service }: RemoteApi): HostPort {
		try {
			return this.#parts.addresses.placeOf(service);
		} catch (error) {
			throw new Unresolved((error as Error).message, { cause: error });
		}
	}

	async #connectionsOf({ name, service, authority, verifies }: RemoteApi): Promise<Connections> {
		const { Agent } = await import('node:https');
		const settings = JSON.stringify([service, authority, verifies, this.#parts.certificate.pair?.cert]);
		const known = this.#connections.get(name);
		if (known?.settings === settings) return known;
		if (known !== undefined) retire(known.agent);
		const made = { settings, agent: new Agent({ keepAlive: true, maxFreeSockets: mostIdle, timeout: idleMs }), open: 0 };
		this.#connections.set(name, made);
		return made;
	}
}

/** Closes the idle connections of an agent; requests in flight finish. */
function retire(agent: Agent): void {
	agent.maxFreeSockets = 0;
	for (const idle of Object.values(agent.freeSockets)) for (const socket of idle ?? []) socket.destroy();
}
