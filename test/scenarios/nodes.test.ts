/**
 * Tests the node authorizer against the built server (seed 3, "Authorization"). An agent reads and writes objects related to its node, from
 * the next request on.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const scratch = makeScratch();
const tokens = join(scratch.path, 'tokens.csv');
const inNs = '/api/v1/namespaces/default';

let server: ServerProcess;
beforeAll(async () => {
	writeFileSync(tokens, 'as,system:node:a,1,"system:nodes"\nbs,system:node:b,2,"system:nodes"\n', { mode: 0o600 });
	server = await startServer(inject('built').kubernetes, {
		flags: ['--authorization-mode', 'Node', '--token-auth-file', tokens, '--emulated-version', '1.36'],
	});
	for (const name of ['one', 'two']) await server.call('POST', `${inNs}/secrets`, { metadata: { name } });
});
afterAll(async () => {
	await server?.remove();
	scratch.remove();
});

async function as(node: 'a' | 'b', method: string, path: string, body?: object): Promise<Loose> {
	const { url, credentials } = server;
	const answer = await call(url, { ca: credentials.ca }, method, path, body, { authorization: `Bearer ${node}s` });
	return { ...(answer.json() as object), code: answer.status } as Loose;
}

const pod = (name: string, node: string, secretName: string): object => ({
	metadata: { name },
	spec: { nodeName: node, containers: [{ name: 'c', image: 'i' }], volumes: [{ name: 'v', secret: { secretName } }] },
});

describe('the agent of a node', () => {
	it('reads the secrets that pods on it name, from when they are there to when they are gone', async () => {
		const secret = `${inNs}/secrets/one`;
		expect(await as('a', 'GET', secret)).toMatchObject({
			code: 403,
			message:
				'secrets "one" is forbidden: User "system:node:a" cannot get resource "secrets" in API group "" in the namespace "default": ' +
				"no relationship found between node 'a' and this object",
		});
		await server.call('POST', `${inNs}/pods`, pod('reads', 'a', 'one'));
		expect((await as('a', 'GET', secret)).code).toBe(200);
		expect((await as('a', 'GET', `${inNs}/secrets?fieldSelector=metadata.name%3Done`)).code).toBe(200);
		expect((await as('a', 'GET', `${inNs}/secrets`)).code).toBe(403);
		expect((await as('a', 'GET', `${inNs}/secrets/two`)).code).toBe(403);
		expect((await as('b', 'GET', secret)).code).toBe(403);
		expect((await as('a', 'PUT', secret, { metadata: { name: 'one' } })).code).toBe(403);
		await server.call('DELETE', `${inNs}/pods/reads?gracePeriodSeconds=0`);
		expect((await as('a', 'GET', secret)).code).toBe(403);
	});

	it('lists only its own pods, by a selector', async () => {
		await server.call('POST', `${inNs}/pods`, pod('on-b', 'b', 'two'));
		const own = await as('b', 'GET', '/api/v1/pods?fieldSelector=spec.nodeName%3Db');
		expect(own.items.map(({ metadata }: Loose) => metadata.name)).toEqual(['on-b']);
		expect((await as('b', 'GET', '/api/v1/pods?fieldSelector=spec.nodeName%3Da')).code).toBe(403);
		expect((await as('b', 'GET', '/api/v1/pods')).message).toContain('can only list/watch pods with spec.nodeName field selector');
	});

	it('keeps its own Node, its lease and its CSINode', async () => {
		expect((await as('a', 'POST', '/api/v1/nodes', { metadata: { name: 'a' } })).code).toBe(201);
		expect((await as('a', 'PATCH', '/api/v1/nodes/a/status', {})).code).toBe(415);
		expect((await as('b', 'GET', '/api/v1/nodes/a')).message).toContain("node 'b' cannot read 'a', only its own Node object");
		const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
		expect((await as('a', 'POST', leases, { metadata: { name: 'a' } })).code).toBe(201);
		expect((await as('a', 'GET', `${leases}/a`)).code).toBe(200);
		expect((await as('b', 'GET', `${leases}/a`)).code).toBe(403);
		expect((await as('a', 'POST', '/apis/storage.k8s.io/v1/csinodes', { metadata: { name: 'a' }, spec: { drivers: [] } })).code).toBe(201);
		expect((await as('a', 'GET', '/api/v1/services')).code).toBe(200);
		expect((await as('a', 'GET', '/apis/apps/v1/deployments')).code).toBe(403);
	});
});
