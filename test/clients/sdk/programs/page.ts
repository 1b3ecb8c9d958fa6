/** Program in a browser page: tRPC procedures and a typed client. It posts its output to `/said` line by line. */
import { Client } from '@example/sweeps';
import { Sweep } from '@example/sweeps/jobs/v1';
import type { ApiRouter } from '@example/sweeps/trpc';
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink, TRPCClientError } from '@trpc/client';
import { EventSource } from 'eventsource';

const token = new URLSearchParams(location.search).get('token') ?? '';
const authorization = `Bearer ${token}`;
const namespace = 'default';

let last: Promise<unknown> = Promise.resolve();
function say(line: string): void {
	last = last.then(() => fetch('/said', { method: 'POST', body: line }));
}

/** EventSource with headers, which the browser's own cannot send. */
class AuthorizedEventSource extends EventSource {
	constructor(url: string | URL) {
		super(url, { fetch: (to, init) => fetch(to, { ...init, headers: { ...init.headers, authorization } }) });
	}
}

const client = createTRPCClient<ApiRouter>({
	links: [
		splitLink({
			condition: ({ type }) => type === 'subscription',
			true: httpSubscriptionLink({ url: '/trpc', EventSource: AuthorizedEventSource }),
			false: httpBatchLink({ url: '/trpc', headers: { authorization } }),
		}),
	],
});
const { sweeps } = client.jobs.example.com.v1;

async function main(): Promise<void> {
	const made = await sweeps.create.mutate({ namespace, body: { metadata: { name: 'by-page' }, spec: { mode: 'wet', room: 'hall' } } });
	say(`made ${made.metadata.name} ${made.spec.workers}`);
	const [one, two] = await Promise.all([sweeps.get.query({ namespace, name: 'by-page' }), client.core.v1.namespaces.get.query({ name: namespace })]);
	say(`batch ${one.metadata.name} ${two.metadata.name}`);
	const wrong = sweeps.create.mutate({ namespace, body: { metadata: { name: 'wrong' }, spec: { mode: 'dry', room: 'Hall' } } });
	const error = await wrong.then(
		() => undefined,
		(failure: unknown) => failure,
	);
	if (!(error instanceof TRPCClientError)) throw new Error(`refused with ${String(error)}`);
	say(`refused ${error.data.status.code} ${error.data.status.details?.causes?.[0]?.field}`);
	const { metadata } = await sweeps.list.query({ namespace });
	sweeps.watch.subscribe(
		{ namespace, resourceVersion: metadata.resourceVersion },
		{
			onStarted: () => say('watching'),
			onData: ({ data }) => data.type !== 'BOOKMARK' && say(`${data.type} ${data.object.metadata.name}`),
			onError: (failure) => say(`failed ${failure.message}`),
		},
	);
	const typed = new Client({ server: location.origin, token, retries: { attempts: 50 } }).resource(Sweep);
	const informer = typed.informer();
	informer.handle({ added: ({ metadata: { name } }) => say(`informed of ${name}`) });
	await informer.start({ signal: new AbortController().signal });
	say('informed');
}

main().catch((error: unknown) => say(`error ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`));
