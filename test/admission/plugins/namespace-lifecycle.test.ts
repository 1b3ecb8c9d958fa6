/** Tests which creates and deletes NamespaceLifecycle refuses, in the words of kube-apiserver. */
import { describe, expect, it } from 'vitest';
import { namespaceLifecycle } from '../../../runtime/admission/plugins/namespace-lifecycle.ts';
import type { CachedObject, WatchCache } from '../../../runtime/watch/contract.ts';
import { refusal, requestOf, type Sent, startPlugin } from './fixture.ts';

/** Has the namespace `n` in a phase, or no namespace. */
function cacheWith(phase: string | undefined): WatchCache {
	const namespace = { fields: { 'status.phase': phase } } as unknown as CachedObject;
	return { get: () => (phase === undefined ? undefined : namespace), consistent: () => undefined } as unknown as WatchCache;
}

const named = { object: { metadata: { name: 'p' } } };
const review: Sent = {
	object: { metadata: {} },
	kind: { storageName: 'localsubjectaccessreviews.authorization.k8s.io', plural: 'localsubjectaccessreviews' },
	more: { group: 'authorization.k8s.io' },
};
const deployment: Sent = { ...named, kind: { storageName: 'deployments.apps', plural: 'deployments' }, more: { group: 'apps' } };
const namespace = (name: string): Sent => ({
	...{ operation: 'DELETE', object: { metadata: { name } }, kind: { storageName: 'namespaces', plural: 'namespaces' } },
	more: { namespace: '' },
});
const closing = 'is forbidden: unable to create new content in namespace n because it is being terminated';

describe('NamespaceLifecycle', () => {
	it.each<[what: string, sent: Sent, phase: string | undefined, expected: string | undefined]>([
		['a create in an active namespace', named, 'Active', undefined],
		['a create in a terminating one', named, 'Terminating', `403 pods "p" ${closing}`],
		['a create of another group there', deployment, 'Terminating', `403 deployments.apps "p" ${closing}`],
		['a create with a name to generate there', { object: { metadata: { generateName: 'p-' } } }, 'Terminating', `403 pods "p-" ${closing}`],
		['a create without any name there', { object: {} }, 'Terminating', `403 pods "Unknown" ${closing}`],
		['a create in a missing one', named, undefined, '404 namespaces "n" not found'],
		['an access review in a terminating one', review, 'Terminating', undefined],
		['an access review in a missing one', review, undefined, undefined],
		['a delete in a terminating one', { ...named, operation: 'DELETE' }, 'Terminating', undefined],
		['a create outside of namespaces', { ...named, more: { namespace: '' } }, undefined, undefined],
		['the deletion of a namespace', namespace('n'), 'Active', undefined],
		['the deletion of a lasting one', namespace('kube-public'), 'Active', '403 namespaces "kube-public" is forbidden: this namespace may not be deleted'],
	])('of %s', async (_what, sent, phase, expected) => {
		const started = await startPlugin(namespaceLifecycle, { more: { cache: cacheWith(phase) } });
		expect(await refusal(started, requestOf(sent))).toBe(expected);
	});
});
