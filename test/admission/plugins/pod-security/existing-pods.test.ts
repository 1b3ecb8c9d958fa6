/** Tests the warnings about existing pods when the labels of a namespace change, and their bounds. */
import { describe, expect, it } from 'vitest';
import { checks } from '../../../../runtime/admission/plugins/pod-security/checks/index.ts';
import { ExistingPods } from '../../../../runtime/admission/plugins/pod-security/existing-pods.ts';
import { latest } from '../../../../runtime/admission/plugins/pod-security/standard.ts';
import { Standards } from '../../../../runtime/admission/plugins/pod-security/standards.ts';
import type { CachedObject } from '../../../../runtime/watch/contract.ts';

const standards = new Standards(checks, { release: '1.36', labelDomain: 'kubernetes.io', relaxesUserNamespaces: false });
const baseline = { level: 'baseline', version: latest } as const;
const unaborted = new AbortController().signal;
const title = 'existing pods in namespace "n" violate the new PodSecurity enforce level "baseline:latest"';

function pod(name: string, spec: object, controller?: string): object {
	const ownerReferences = controller === undefined ? [] : [{ uid: controller, controller: true }];
	return { metadata: { name, ownerReferences }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } };
}

async function warnings(pods: readonly object[], { exempt = [] as readonly string[], bounds = { pods: 3000, ms: 60_000 } } = {}) {
	const objects = pods.map((object) => ({ bytes: Buffer.from(JSON.stringify(object)) }) as CachedObject);
	const existing = new ExistingPods({ cache: { list: () => objects }, standards, exemptRuntimeClasses: new Set(exempt), bounds });
	return existing.warnings('n', baseline, unaborted);
}

describe('existing pods', () => {
	it('cause no warnings when they comply', async () => {
		expect(await warnings([])).toEqual([]);
		expect(await warnings([pod('a', {})])).toEqual([]);
	});

	it('are counted by reason, under the first name', async () => {
		const host = { hostPID: true };
		expect(await warnings([pod('b', host), pod('c', { hostNetwork: true, hostIPC: true }), pod('a', host), pod('d', {})])).toEqual([
			title,
			'a (and 2 other pods): host namespaces',
		]);
		const privileged = { containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }] };
		expect(await warnings([pod('x', privileged), pod('b', host), pod('c', host)])).toEqual([title, 'b (and 1 other pod): host namespaces', 'x: privileged']);
	});

	it('are checked in two passes: first one pod of each controller, then the others', async () => {
		const host = { hostPID: true };
		const all = [pod('a1', {}, 'a'), pod('a2', host, 'a'), pod('b1', host, 'b'), pod('c', host)];
		const partial = (checked: number, total: number) => `new PodSecurity enforce level only checked against the first ${checked} of ${total} existing pods`;
		expect(await warnings(all, { bounds: { pods: 3, ms: 60_000 } })).toEqual([partial(3, 4), title, 'b1 (and 1 other pod): host namespaces']);
		expect(await warnings(all)).toEqual([title, 'a2 (and 2 other pods): host namespaces']);
		expect(await warnings(all, { bounds: { pods: 3, ms: -1 } })).toEqual([partial(0, 4)]);
	});

	it('are skipped when their runtime class is exempt', async () => {
		const host = { hostPID: true };
		const all = [pod('a', { ...host, runtimeClassName: 'safe' }), pod('b', host), pod('c', { ...host, runtimeClassName: 'safe' })];
		expect(await warnings(all, { exempt: ['safe'], bounds: { pods: 1, ms: 60_000 } })).toEqual([title, 'b: host namespaces']);
	});
});
