/** Default roles: the objects of each release equal those that kube-apiserver of that release creates. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaultObjects } from '../../runtime/auth/authz/rbac/defaults/objects.ts';
import { gated, ruleOf, textsAt } from '../../runtime/auth/authz/rbac/defaults/role-notation.ts';
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

/** All gates have their defaults, which is off for all gates that roles name. */
const ungated = (release: string) => ({ release, gates: new Map<string, boolean>() });

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
		const objects = defaultObjects(ungated(release), kubernetes);
		const lines = objects.map(({ resource, namespace, name, content }) => `${resource} ${namespace}/${name} ${identity(JSON.parse(content))}`).sort();
		expect(lines).toHaveLength(count);
		expect(createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)).toBe(digest);
	});

	it('for older releases equal those of the oldest known release', () => {
		expect(defaultObjects(ungated('1.19'), kubernetes)).toEqual(defaultObjects(ungated('1.25'), kubernetes));
	});

	it.each([
		[
			'PodCertificateRequest',
			'1.36',
			[
				'clusterrolebindings system:controller:podcertificaterequestcleaner',
				'clusterroles system:controller:podcertificaterequestcleaner',
				'clusterroles system:node',
			],
		],
		[
			'ClusterTrustBundle',
			'1.31',
			['clusterrolebindings system:cluster-trust-bundle-discovery', 'clusterroles system:cluster-trust-bundle-discovery', 'clusterroles system:node'],
		],
		[
			'ClusterTrustBundle',
			'1.36',
			[
				'clusterrolebindings system:cluster-trust-bundle-discovery',
				'clusterrolebindings system:controller:kube-apiserver-serving-clustertrustbundle-publisher',
				'clusterroles system:cluster-trust-bundle-discovery',
				'clusterroles system:controller:kube-apiserver-serving-clustertrustbundle-publisher',
				'clusterroles system:node',
			],
		],
	])('that the gate %s adds or changes in %s are %j', (gate, release, changed) => {
		const before = new Set(defaultObjects(ungated(release), kubernetes).map(({ content, name, resource }) => `${resource} ${name} ${content}`));
		const after = defaultObjects({ release, gates: new Map([[gate, true]]) }, kubernetes);
		const differ = after.filter(({ content, name, resource }) => !before.has(`${resource} ${name} ${content}`));
		expect(differ.map(({ resource, name }) => `${resource} ${name}`).sort()).toEqual(changed);
	});

	it('are written in lines', () => {
		expect(ruleOf('get list | core apps | pods deployments/scale')).toEqual({
			verbs: ['get', 'list'],
			apiGroups: ['', 'apps'],
			resources: ['pods', 'deployments/scale'],
		});
		expect(ruleOf('get | core | configmaps | one two')).toEqual({ verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['one', 'two'] });
		expect(ruleOf('get | /healthz /version/')).toEqual({ verbs: ['get'], nonResourceURLs: ['/healthz', '/version/'] });
		const texts = ['a', { since: '1.30', text: 'b' }, { until: '1.30', text: 'c' }, gated('Gate', 'd')];
		expect(textsAt(texts, ungated('1.30'))).toEqual(['a', 'b']);
		expect(textsAt(texts, ungated('1.29'))).toEqual(['a', 'c']);
		expect(textsAt(texts, { release: '1.29', gates: new Map([['Gate', true]]) })).toEqual(['a', 'c', 'd']);
	});
});
