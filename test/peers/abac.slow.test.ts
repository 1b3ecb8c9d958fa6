/** Tests that lines of an ABAC policy file allow the same requests as on kube-apiserver. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withoutMissingRule } from './reasons.ts';
import { type Server, startOrch, startPeer } from './servers.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn('SKIPPED: no policies were compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled');
}

const any = { namespace: '*', resource: '*', apiGroup: '*' };
/** Policy lines, each for a user or group of its own, so that one line decides. */
const specs: readonly object[] = [
	any,
	{ ...any, readonly: true },
	{ ...any, namespace: 'ns' },
	{ ...any, namespace: '' },
	{ ...any, resource: 'pods' },
	{ ...any, resource: '' },
	{ ...any, apiGroup: 'apps' },
	{ ...any, apiGroup: '' },
	{ namespace: 'ns', resource: 'pods', readonly: true },
	{ nonResourcePath: '*' },
	{ nonResourcePath: '/logs/*', readonly: true },
	{ nonResourcePath: '/logs' },
	{ nonResourcePath: '/a*b*' },
	{ nonResourcePath: '/logs/**' },
	{ ...any, nonResourcePath: '/logs' },
];
const older: readonly object[] = [{}, { readonly: true }, { namespace: 'ns' }, { resource: 'pods' }, { namespace: 'ns', resource: 'pods' }, { namespace: '*' }];
const line = (spec: object): string => JSON.stringify({ apiVersion: 'abac.authorization.kubernetes.io/v1beta1', kind: 'Policy', spec });
const lines = [
	'# policies',
	'',
	...specs.flatMap((spec, i) => [line({ user: `u${i}`, ...spec }), line({ group: `g${i}`, ...spec }), line({ user: `both${i}`, group: 'both', ...spec })]),
	...older.flatMap((spec, i) => [JSON.stringify({ user: `o${i}`, ...spec }), JSON.stringify({ group: `og${i}`, ...spec })]),
	line({ user: '*', nonResourcePath: '/for-all' }),
	line({ group: '*', namespace: 'shared', resource: '*', apiGroup: '*' }),
	'{"user": "*", "namespace": "shared-too"}',
];
const subjects: readonly (readonly [user: string, groups: readonly string[]])[] = [
	...specs.flatMap(
		(_, i) =>
			[
				[`u${i}`, []],
				['x', [`g${i}`]],
				[`both${i}`, ['both']],
				[`both${i}`, ['other']],
			] as const,
	),
	...older.flatMap(
		(_, i) =>
			[
				[`o${i}`, []],
				['x', [`og${i}`]],
			] as const,
	),
	['x', ['system:authenticated']],
	['system:anonymous', ['system:unauthenticated']],
	['*', ['*']],
];
const attributes: readonly object[] = [
	...['get', 'create', 'deletecollection', 'bind'].flatMap((verb) =>
		['ns', 'other', 'shared', 'shared-too', ''].flatMap((namespace) => [
			{ resourceAttributes: { verb, namespace, resource: 'pods' } },
			{ resourceAttributes: { verb, namespace, resource: 'pods', subresource: 'log', name: 'x' } },
			{ resourceAttributes: { verb, namespace, group: 'apps', resource: 'deployments' } },
		]),
	),
	...['get', 'post'].flatMap((verb) =>
		['/logs', '/logs/', '/logs/x', '/a', '/ab', '/a/x/b', '/a*b/x', '/for-all', '/'].map((path) => ({ nonResourceAttributes: { verb, path } })),
	),
];

async function answer({ ask }: Server, spec: object): Promise<unknown> {
	const { body } = await ask('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', JSON.stringify({ spec }), { 'content-type': 'application/json' });
	const { status } = body as { readonly status?: object };
	return status === undefined ? body : withoutMissingRule(status);
}

describe.skipIf(peers === undefined)('policies of a file', () => {
	let folder = '';
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'orch-peers-'));
		writeFileSync(join(folder, 'policies'), lines.join('\n'));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it.each(['1.25', '1.36'])('let do the same in release %s', async (release) => {
		const flags = ['--authorization-policy-file', join(folder, 'policies')];
		const ours = await startOrch(inject('built').kubernetes, release, ['--authorization-mode', 'ABAC', ...flags]);
		try {
			const peer = await startPeer(peers ?? '', release, flags, 'ABAC');
			try {
				const different: object[] = [];
				let allowed = 0;
				for (const [user, groups] of subjects) {
					for (const asked of attributes) {
						const spec = { user, groups, ...asked };
						const [own, theirs] = await Promise.all([answer(ours, spec), answer(peer, spec)]);
						if ((theirs as { readonly allowed?: boolean }).allowed === true) allowed++;
						if (!isDeepStrictEqual(own, theirs)) different.push({ ...spec, own, theirs });
					}
				}
				expect(different).toEqual([]);
				expect(allowed).toBeGreaterThan(500);
			} finally {
				await peer.stop();
			}
		} finally {
			await ours.stop();
		}
	});
});
