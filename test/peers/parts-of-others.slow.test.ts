/** Tests that the attempts of `test/scenarios/parts.ts` get the same answers on kube-apiserver and leave the same objects. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Attempt, all, core, kept, made } from '../scenarios/parts.ts';
import type { Loose } from '../setup/loose.ts';
import { type GuardedServer, startOrch, startPeer } from './servers.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn('SKIPPED: parts of objects were not compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled');
}
const json = { 'content-type': 'application/json' };

/** Returns the preserved lists and the namespace. */
async function found({ ask }: GuardedServer): Promise<object> {
	const lists = await Promise.all(kept.map(async (path) => ((await ask('GET', path)).body as Loose).items));
	const namespace = (await ask('GET', '/api/v1/namespaces/own')).body as Loose;
	return [...lists.flat(), namespace].map(({ metadata, spec, rules, subjects }: Loose) => ({
		name: metadata.name,
		owners: metadata.ownerReferences,
		finalizers: metadata.finalizers,
		labels: metadata.labels,
		isGoing: metadata.deletionTimestamp !== undefined,
		images: spec?.containers?.map(({ image }: Loose) => image) ?? spec?.template?.spec.containers.map(({ image }: Loose) => image),
		ephemeral: spec?.ephemeralContainers,
		more: [spec?.nodeName, spec?.serviceAccountName, spec?.replicas, spec?.selector, spec?.type, spec?.externalIPs, spec?.finalizers],
		rules,
		subjects,
	}));
}

async function tried(server: GuardedServer, [, , method, path, body, headers = {}]: Attempt): Promise<object> {
	const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
	const { status } = await server.askAs(method, path, sent, { authorization: 'Bearer devs', ...(sent !== undefined && json), ...headers });
	return { status, found: await found(server) };
}

describe.skipIf(peers === undefined)('parts of objects', () => {
	const folder = mkdtempSync(join(tmpdir(), 'orch-peers-'));
	beforeAll(() => writeFileSync(join(folder, 'tokens'), 'admin,admin,admin,"system:masters"\ndevs,dev,1\n', { mode: 0o600 }));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('grant no further access in release 1.36', { timeout: 300_000 }, async () => {
		const flags = ['--token-auth-file', join(folder, 'tokens')];
		const ours = await startOrch(inject('built').kubernetes, '1.36', ['--authorization-mode', 'RBAC', ...flags]);
		try {
			const peer = await startPeer(peers ?? '', '1.36', flags, 'RBAC');
			try {
				for (const server of [ours, peer])
					for (const [path, object] of made) expect((await server.ask('POST', path, JSON.stringify(object), json)).status, path).toBe(201);
				// kube-apiserver learns of roles and bindings a moment later.
				await vi.waitUntil(async () => (await peer.askAs('GET', `${core}/pods/p`, undefined, { authorization: 'Bearer devs' })).status === 200, 10_000);
				const different: object[] = [];
				for (const attempt of all) {
					const [own, other] = [await tried(ours, attempt), await tried(peer, attempt)];
					if (JSON.stringify(own) !== JSON.stringify(other)) different.push({ what: attempt[0], own, other });
				}
				expect(different).toEqual([]);
			} finally {
				await peer.stop();
			}
		} finally {
			await ours.stop();
		}
	});
});
