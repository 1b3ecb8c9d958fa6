/** Client of one server. It creates the clients of kinds. */
import type { ClusterResource, Definition, NamespacedResource } from './definition.ts';
import { type Credentials, type Fetch, Requests, type RetryOptions } from './requests.ts';
import { ResourceClient, type Shared } from './resource-client.ts';
import type { In } from './verbs.ts';

export interface ClientOptions {
	/** Address of the server, such as `https://127.0.0.1:6443`. */
	readonly server: string;
	/** Bearer token, or a function that returns the current one. */
	readonly token?: string | (() => string | Promise<string>) | undefined;
	/** Source of credentials, in place of a token. */
	readonly credentials?: Credentials | undefined;
	/** `fetch` to use. Default: that of the platform. */
	readonly fetch?: Fetch | undefined;
	/** Value of `client.namespace`, for the program's own use. */
	readonly namespace?: string | undefined;
	/** Name with which the server records the fields that this program writes. */
	readonly fieldManager?: string | undefined;
	readonly retries?: RetryOptions | undefined;
	/** Called with each warning of the server, about deprecated or ignored parts of a request. */
	readonly onWarning?: ((text: string) => void) | undefined;
	/** Headers of each request. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
}

export class Client {
	readonly server: string;
	/** Namespace of the kubeconfig or of the pod's service account, else `default`. */
	readonly namespace: string;
	private readonly shared: Shared;

	constructor({
		server,
		token,
		credentials = tokenCredentials(token),
		fetch: send = globalFetch,
		namespace = 'default',
		fieldManager,
		...rest
	}: ClientOptions) {
		if (!/^https?:\/\//.test(server)) throw new TypeError(`${JSON.stringify(server)} is no address of a server: it begins with https://`);
		this.server = server;
		this.namespace = namespace;
		this.shared = { requests: new Requests({ server, fetch: send, credentials, ...rest }), fieldManager };
	}

	/** Returns the client of a kind: `client.resource(Node)`, `client.resource(Pod).in('default')`. */
	resource<C>(kind: ClusterResource<C>): C;
	resource<C, Everywhere>(kind: NamespacedResource<C, Everywhere>): Everywhere & In<C>;
	resource(definition: Definition): unknown {
		const everywhere = new ResourceClient(this.shared, { definition, namespace: undefined });
		if (!definition.namespaced) return everywhere;
		return Object.assign(everywhere, {
			in: (where: string | { readonly metadata: { readonly namespace?: string } }) =>
				new ResourceClient(this.shared, { definition, namespace: namespaceOf(where) }),
		});
	}
}

function namespaceOf(where: string | { readonly metadata: { readonly namespace?: string } }): string {
	const namespace = typeof where === 'string' ? where : where.metadata.namespace;
	if (namespace === undefined) throw new TypeError('the object has no metadata.namespace');
	return namespace;
}

/** Browsers require that `fetch` is called as a function, not as a method of another object. */
const globalFetch: Fetch = (url, init) => fetch(url, init);

function tokenCredentials(token: ClientOptions['token']): Credentials | undefined {
	if (token === undefined) return undefined;
	return { headers: async () => ({ authorization: `Bearer ${typeof token === 'string' ? token : await token()}` }) };
}
