/** A real tRPC client over TLS with the given credentials. It is untyped; the types are tested with the client packages. */
import {
	createTRPCUntypedClient,
	httpBatchLink,
	httpBatchStreamLink,
	httpLink,
	httpSubscriptionLink,
	splitLink,
	type TRPCClientError,
	type TRPCUntypedClient,
} from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { EventSource } from 'eventsource';
import { nodeFetch } from '../../sdk/typescript/node.ts';

export interface TrpcClientOptions {
	readonly url: string;
	readonly ca: Buffer;
	readonly cert?: Buffer;
	readonly key?: Buffer;
	readonly headers?: Readonly<Record<string, string>>;
	/** Batching of the calls of one event loop iteration; absent sends each call separately. */
	readonly batch?: 'whole' | 'streamed';
	/** Called for each outgoing request. */
	readonly onRequest?: (method: string, url: string) => void;
}

export type Refusal = TRPCClientError<AnyTRPCRouter>;

export interface TrpcEvent {
	readonly id: string;
	readonly data: { readonly type: string; readonly object: { readonly metadata: { readonly name?: string; readonly resourceVersion: string } } };
}

export interface TrpcSubscriber {
	readonly event: (event: TrpcEvent) => void;
	readonly error: (error: Refusal) => void;
	readonly started?: () => void;
}

/** The fields that tests read. */
export interface TrpcObject {
	readonly kind: string;
	readonly metadata: { readonly name: string; readonly resourceVersion: string; readonly continue?: string };
	readonly data: Readonly<Record<string, string>>;
	readonly items: readonly TrpcObject[];
	readonly spec: { readonly replicas: number };
	readonly status: { readonly readyReplicas: number; readonly allowed: boolean; readonly token: string };
}

/** Calls by procedure path, such as `core.v1.configmaps.get`. */
export interface TrpcCalls {
	query(path: string, input?: unknown): Promise<TrpcObject>;
	mutate(path: string, input?: unknown): Promise<TrpcObject>;
	/** Subscribes and returns a function that ends the subscription. */
	subscribe(path: string, input: unknown, subscriber: TrpcSubscriber): () => void;
}

interface Init {
	readonly method?: string;
	readonly headers?: unknown;
	readonly body?: unknown;
	readonly signal?: AbortSignal | null | undefined;
}

export function trpcClient({ url, ca, cert, key, headers = {}, batch, onRequest }: TrpcClientOptions): TrpcCalls {
	const settings = { ca: ca.toString(), cert: cert?.toString(), key: key?.toString() };
	const own = nodeFetch(() => settings);
	const fetch = (to: unknown, { method = 'GET', headers: given, body, signal }: Init = {}): Promise<Response> => {
		onRequest?.(method, String(to));
		return own(String(to), {
			method,
			headers: { ...Object.fromEntries(new Headers(given as Record<string, string>)), ...headers },
			...(typeof body === 'string' && { body }),
			...(signal && { signal }),
		});
	};
	// The tRPC links expect the global `fetch`, which cannot take a custom CA.
	const to = { url: `${url}/trpc`, fetch } as never;
	const plain = batch === 'whole' ? httpBatchLink(to) : batch === 'streamed' ? httpBatchStreamLink(to) : httpLink(to);
	const events = httpSubscriptionLink({ url: `${url}/trpc`, EventSource, eventSourceOptions: { fetch } as object } as never);
	const client: TRPCUntypedClient<AnyTRPCRouter> = createTRPCUntypedClient({
		links: [splitLink({ condition: ({ type }) => type === 'subscription', true: events, false: plain })],
	});
	return {
		query: (path, input) => client.query(path, input) as Promise<TrpcObject>,
		mutate: (path, input) => client.mutation(path, input) as Promise<TrpcObject>,
		subscribe: (path, input, { event, error, started }) => {
			const running = client.subscription(path, input, {
				onData: (data) => event(data as TrpcEvent),
				onError: (failure) => error(failure as Refusal),
				...(started && { onStarted: () => started() }),
			});
			return () => running.unsubscribe();
		},
	};
}
