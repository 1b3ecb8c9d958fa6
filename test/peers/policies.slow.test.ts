/**
 * Compares admission policies with kube-apiserver 1.36: random expressions are accepted or refused with the same messages, and random
 * objects are answered alike.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Policies } from '../setup/policies.ts';
import { pluginsOff, type Reply, type Server, startOrch, startPeer } from './servers.ts';

const root = resolve(import.meta.dirname, '../..');
const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn('SKIPPED: no policies were compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled');
}

/** Returns a generator of numbers below a bound. The seed makes a failure repeatable. */
function numbers(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return Math.floor((state / 2_147_483_648) * below);
	};
}

const values = [
	'object.data.a',
	'object.data.none',
	'object.metadata.name',
	"'x'",
	'1',
	'size(object.data)',
	'variables.count',
	'variables.none',
	'params',
	'request.operation',
];
const tests = [
	...['has(object.data.a)', 'object.metadata.?labels.?a.hasValue()', 'object.data.all(k, k != "b")', 'object.data.exists(k, object.data[k] == "1")'],
	...[
		"request.userInfo.username.startsWith('a')",
		'authorizer.requestResource.check("create").allowed()',
		'oldObject == null',
		'true',
		'!false',
		'object.data.map(k, k).size() > 1',
	],
	...[
		"'a' in object.data",
		'object.data == {"a": "1"}',
		"object.data.a.matches('^[0-9]+$')",
		'int(object.data.a) > 1',
		"object.data.a.split('').size() == 1",
		'quantity(object.data.a).isInteger()',
	],
];
const operators = ['==', '!=', '<', '>=', '+', 'in', '&&'];

function expression(random: (below: number) => number, depth = 0): string {
	const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T;
	switch (random(depth > 2 ? 2 : 5)) {
		case 0:
			return pick(tests);
		case 1:
			return `${pick(values)} ${pick(operators)} ${pick(values)}`;
		case 2:
			return `(${expression(random, depth + 1)}) && (${expression(random, depth + 1)})`;
		case 3:
			return `!(${expression(random, depth + 1)})`;
		default:
			return `${expression(random, depth + 1)} || ${expression(random, depth + 1)}`;
	}
}

const objects: readonly object[] = [
	{ metadata: { name: 'a' } },
	{ metadata: { name: 'a', labels: { a: 'b' } }, data: { a: '1' } },
	{ metadata: { name: 'b' }, data: { a: '2', b: '1' } },
	{ metadata: { generateName: 'c-' }, data: { a: 'x', c: '' } },
];

interface Tried {
	readonly server: Server;
	readonly policies: Policies;
}

describe.skipIf(peers === undefined)('policies at 1.36', () => {
	const folder = mkdtempSync(join(tmpdir(), 'orch-peer-policies-'));
	let tried: readonly Tried[] = [];
	const json = { 'content-type': 'application/json' };
	const same = async (method: string, path: string, body: object): Promise<unknown> => {
		const [ours, theirs] = await Promise.all(tried.map(({ server }) => server.ask(method, path, JSON.stringify(body), json)));
		const told = (reply: Reply | undefined): unknown => {
			const { message, reason, details } = (reply?.body ?? {}) as { readonly message?: string; readonly reason?: string; readonly details?: object };
			const answer = { status: reply?.status, message, reason, details };
			// Generated names end in five random characters.
			return JSON.parse(JSON.stringify(answer).replace(/\bc-[a-z0-9]{5}\b/g, 'c-')) as unknown;
		};
		expect(told(ours)).toEqual(told(theirs));
		return ours?.status;
	};

	beforeAll(async () => {
		const built = join(folder, 'kubernetes');
		execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--vocabulary', 'kubernetes', '--out', built], { stdio: 'ignore' });
		const servers = await Promise.all([
			startOrch(built, '1.36', ['--authorization-mode', 'AlwaysAllow'], pluginsOff('1.36', { policies: true })),
			startPeer(peers ?? '', '1.36', [], 'AlwaysAllow', pluginsOff('1.36', { policies: true })),
		]);
		tried = servers.map((server) => {
			const ask = async (method: string, path: string, body?: unknown) => {
				const reply = await server.ask(method, path, body === undefined ? undefined : JSON.stringify(body), json);
				return { status: reply.status, text: JSON.stringify(reply.body) };
			};
			return { server, policies: new Policies(ask) };
		});
	}, 300_000);
	afterAll(async () => {
		await Promise.all(tried.map(({ server }) => server.stop()));
		rmSync(folder, { recursive: true, force: true });
	});

	it.each(Array.from({ length: 40 }, (_, seed) => seed))('seed %i', { timeout: 60_000 }, async (seed) => {
		const random = numbers(seed * 7919 + 17);
		const spec = {
			variables: [{ name: 'count', expression: 'size(object.data)' }],
			validations: Array.from({ length: 1 + random(3) }, () => ({ expression: expression(random) })),
			failurePolicy: random(4) === 0 ? 'Ignore' : 'Fail',
		};
		const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies?dryRun=All';
		const rules = { resourceRules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }] };
		if ((await same('POST', path, { metadata: { name: 'p' }, spec: { matchConstraints: rules, ...spec } })) !== 201) return;
		await Promise.all(tried.map(({ policies }) => policies.validating('p', { spec })));
		for (const object of objects) await same('POST', '/api/v1/namespaces/default/configmaps?dryRun=All', object);
		await Promise.all(tried.map(({ policies }) => policies.clear()));
	});
});
