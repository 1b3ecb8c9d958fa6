/**
 * Tests that CustomResourceDefinitions are refused for the same reasons as by kube-apiserver, and that both register their own APIs in the
 * same way.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cases, definition } from '../kinds/definitions/cases.ts';
import { type Server, startOrch, startPeer } from './servers.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn(
		'SKIPPED: definitions of kinds were not compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled',
	);
}

interface Cause {
	readonly field: string;
	readonly message: string;
}

/** Returns the refused fields with reasons; empty when the definition was accepted. */
async function blamed(server: Server, body: string): Promise<readonly string[]> {
	const reply = await server.ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All', body, { 'content-type': 'application/json' });
	const { details, message } = reply.body as { details?: { causes?: readonly Cause[] }; message?: string };
	if (reply.status === 201) return [];
	const causes = details?.causes ?? [];
	return causes.length === 0 ? [`${reply.status} ${message}`] : causes.map(({ field, message: why }) => `${field}: ${why.split(':')[0]}`).sort();
}

interface Registered {
	readonly metadata: { readonly name: string; readonly labels?: object };
	readonly spec: { readonly group?: string };
	readonly status: { readonly conditions: readonly object[] };
}

async function registered(server: Server): Promise<readonly object[]> {
	const { body } = await server.ask('GET', '/apis/apiregistration.k8s.io/v1/apiservices');
	return (body as { items: readonly Registered[] }).items
		.filter(({ spec }) => spec.group !== 'peers.example.com')
		.map(({ metadata: { name, labels }, spec, status }) => ({
			name,
			labels,
			spec,
			conditions: status.conditions.map((each) => ({ ...each, lastTransitionTime: '' })),
		}));
}

describe.skipIf(peers === undefined).each(['1.25', '1.36'])('against kube-apiserver %s', (release) => {
	const built = inject('built').kubernetes;
	let peer: Server;
	let own: Server;
	beforeAll(async () => {
		own = await startOrch(built, release);
		peer = await startPeer(peers ?? '', release);
	});
	afterAll(async () => {
		await peer?.stop();
		await own?.stop();
	});

	it.each(Object.entries(cases))('%s', async (_, change) => {
		const body = JSON.stringify(definition(change));
		expect(await blamed(own, body)).toEqual(await blamed(peer, body));
	});

	it('the same definitions are registered', async () => {
		const theirs = await registered(peer);
		expect(theirs.length).toBeGreaterThan(20);
		expect(await registered(own)).toEqual(theirs);
	});
});
