/** Default roles: the objects of each release equal those that kube-apiserver of that release creates. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaultObjects } from '../../runtime/auth/authz/rbac/defaults/objects.ts';
import { ruleOf, textsAt } from '../../runtime/auth/authz/rbac/defaults/role-notation.ts';
import { identity } from '../../runtime/model/equal.ts';
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';

const kubernetes: Vocabulary = {
	name: 'kubernetes',
	product: 'kubernetes',
	groupDomain: 'k8s.io',
	labelDomain: 'kubernetes.io',
	shortPrefix: 'kube',
	nodeAgent: 'kubelet',
	cliName: 'kubectl',
};

describe('default roles', () => {
	/** Number of the objects that kube-apiserver creates, and a digest of all of them in the form assembled below. */
	it.each([
		['1.25', 119, '88d875e9e364e6ef'],
		['1.26', 119, '62a257eba09cd29a'],
		['1.27', 119, '085f14df47db775b'],
		['1.28', 119, '5e767f0998134d95'],
		['1.29', 121, 'a83da8e8024dc461'],
		['1.30', 123, 'c3c46261ab3ca432'],
		['1.31', 123, '77bf84f39509dee0'],
		['1.32', 123, 'daf1777ce363c66b'],
		['1.33', 127, '9b4cbf57bfba1afc'],
		['1.34', 131, 'b55ad5e6c5b2cf1e'],
		['1.35', 131, 'f10db04de804a7e2'],
		['1.36', 133, '8d64b7008abb5f38'],
	])('for %s are %i', (release, count, digest) => {
		const objects = defaultObjects(release, kubernetes);
		const lines = objects.map(({ resource, namespace, name, content }) => `${resource} ${namespace}/${name} ${identity(JSON.parse(content))}`).sort();
		expect(lines).toHaveLength(count);
		expect(createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)).toBe(digest);
	});

	it('for older releases equal those of the oldest known release', () => {
		expect(defaultObjects('1.19', kubernetes)).toEqual(defaultObjects('1.25', kubernetes));
	});

	it('are written in lines', () => {
		expect(ruleOf('get list | core apps | pods deployments/scale')).toEqual({
			verbs: ['get', 'list'],
			apiGroups: ['', 'apps'],
			resources: ['pods', 'deployments/scale'],
		});
		expect(ruleOf('get | core | configmaps | one two')).toEqual({ verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['one', 'two'] });
		expect(ruleOf('get | /healthz /version/')).toEqual({ verbs: ['get'], nonResourceURLs: ['/healthz', '/version/'] });
		expect(textsAt(['a', { since: '1.30', text: 'b' }, { until: '1.30', text: 'c' }], '1.30')).toEqual(['a', 'b']);
		expect(textsAt(['a', { since: '1.30', text: 'b' }, { until: '1.30', text: 'c' }], '1.29')).toEqual(['a', 'c']);
	});
});
