/**
 * Tests that webhooks receive the same reviews, and their answers have the same effect, as on kube-apiserver. Both servers get the same
 * requests and webhook.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Configurations, hook } from '../setup/admission.ts';
import { startWebhook, type WebhookServer } from '../setup/webhook.ts';
import { type Server, startOrch, startPeer } from './servers.ts';
import { cases } from './webhook-cases/index.ts';
import type { Ask, Case } from './webhook-cases/parts.ts';
import { differencesOf } from './webhook-differences.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn('SKIPPED: no webhooks were compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled');
}

interface Tried {
	readonly server: Server;
	readonly webhook: WebhookServer;
	readonly configurations: Configurations;
}

/** Returns the outcome of each request and the reviews that the webhook received for it. */
async function play({ server, webhook, configurations }: Tried, { hooks, behave, before = [], asks }: Case): Promise<readonly unknown[]> {
	webhook.behave(allowing);
	await configurations.clear();
	const ask = ({ method, path, body, type = 'application/json' }: Ask) =>
		server.ask(method, path, body === undefined ? undefined : JSON.stringify(body), { 'content-type': type });
	const made = await Promise.all(before.map(ask));
	const refused = made.find(({ status }) => status >= 300);
	if (refused !== undefined) throw new Error(`what is there before was refused: ${JSON.stringify(refused.body)}`);
	for (const kind of ['mutating', 'validating'] as const) {
		const own = hooks.filter((each) => each.kind === kind).map(({ at, more = {} }) => hookOf(webhook, at, more));
		if (own.length > 0) await configurations.add(kind, own, kind);
	}
	webhook.behave(behave);
	const outcomes: unknown[] = [];
	for (const each of asks) {
		webhook.asked.length = 0;
		const { status, warnings, body } = await ask(each);
		const reviews = webhook.asked.map(({ path, review }) => ({ path, review }));
		// Validating webhooks are called concurrently.
		outcomes.push({ status, warnings, body, reviews: reviews.toSorted((a, b) => (String(a.path) < String(b.path) ? -1 : 1)) });
	}
	webhook.behave(allowing);
	await configurations.clear();
	for (const { method, path, body } of [...before, ...asks]) {
		const name = (body as { readonly metadata?: { readonly name?: string } } | undefined)?.metadata?.name;
		if (method === 'POST' && name !== undefined) await ask({ method: 'DELETE', path: `${path.split('?')[0]}/${name}`, body: { gracePeriodSeconds: 0 } });
	}
	return JSON.parse(
		JSON.stringify(outcomes).replaceAll(webhook.origin, 'https://webhook').replaceAll(webhook.origin.replace('127.0.0.1', 'localhost'), 'https://webhook'),
	);
}

const allowing: Parameters<WebhookServer['behave']>[0] = (review, _, response) => {
	const { apiVersion, kind, request } = review as { apiVersion: string; kind: string; request: { uid: string } };
	response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ apiVersion, kind, response: { uid: request.uid, allowed: true } }));
};

function hookOf(webhook: WebhookServer, at: string, { ca, host, ...more }: { readonly ca?: string; readonly host?: string }): object {
	const { clientConfig, ...made } = hook(webhook, at, more) as { readonly clientConfig: { readonly url?: string } };
	const url = host === undefined ? clientConfig.url : clientConfig.url?.replace('127.0.0.1', host);
	return { ...made, clientConfig: { ...clientConfig, ...(url !== undefined && { url }), ...(ca !== undefined && { caBundle: undefined }) } };
}

describe.skipIf(peers === undefined).each(['1.25', '1.36'])('webhooks at %s', (release) => {
	let tried: readonly Tried[] = [];
	beforeAll(async () => {
		const built = inject('built').kubernetes;
		const servers = await Promise.all([startOrch(built, release, ['--authorization-mode', 'AlwaysAllow']), startPeer(peers ?? '', release)]);
		tried = await Promise.all(
			servers.map(async (server) => {
				const webhook = await startWebhook({}, { serves: 'anybody', names: ['127.0.0.1'] });
				const ask = async (method: string, path: string, body?: unknown) => {
					const reply = await server.ask(method, path, body === undefined ? undefined : JSON.stringify(body), { 'content-type': 'application/json' });
					return { status: reply.status, text: JSON.stringify(reply.body) };
				};
				return { server, webhook, configurations: new Configurations(ask, webhook) };
			}),
		);
	}, 300_000);
	afterAll(async () => {
		await Promise.all(tried.flatMap(({ server, webhook }) => [server.stop(), webhook.close()]));
	});

	it.each(cases.filter(({ since = release }) => since === release))('$what', async (each) => {
		const [ours, theirs] = await Promise.all(tried.map((one) => play(one, each)));
		const differences = differencesOf(each.what, ours, theirs);
		expect(differences, JSON.stringify(differences)).toEqual([]);
	});
});
